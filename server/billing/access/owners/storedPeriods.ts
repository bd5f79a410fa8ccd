import type pg from 'pg';
import { type Catalogue, planNamed } from '../../../plans/catalogue.ts';
import type { Period } from '../timeline/timeline.ts';

/** A period as the table `access_period` holds it; times in ISO 8601. */
interface StoredPeriod {
  position: number;
  validFrom: string | null;
  validTo: string | null;
  plan: string;
  reason: string;
  seats: number | null;
  until: string | null;
  endsAt: string | null;
  features: Record<string, true | number>;
}

const textOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

export function toStored(periods: readonly Period[], plans: Catalogue): StoredPeriod[] {
  return periods.map(({ from, plan, reason, seats, until, endsAt }, position) => ({
    position,
    validFrom: textOf(from),
    validTo: textOf(periods[position + 1]?.from),
    plan,
    reason,
    seats,
    until: textOf(until),
    endsAt: textOf(endsAt),
    features: planNamed(plans, plan)?.features ?? {},
  }));
}

/** Order of names and format of times don't matter. */
export function isStored(stored: readonly StoredPeriod[], periods: readonly StoredPeriod[]): boolean {
  return stored.length === periods.length && periods.every((period, n) => keyOf(period) === keyOf(stored[n] ?? period));
}

function keyOf({ features, plan, reason, seats, ...times }: StoredPeriod): string {
  const { validFrom, validTo, until, endsAt } = times;
  const instants = [validFrom, validTo, until, endsAt].map((text) => text && Date.parse(text));
  const sorted = Object.entries(features).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([plan, reason, seats, instants, sorted]);
}

const READ = {
  name: 'stored-periods',
  text: `SELECT "userId", json_agg(to_json(p) ORDER BY position) AS periods FROM access_period p
    WHERE "userId" = ANY($1::text[]) GROUP BY "userId"`,
};

export async function readStored(
  client: pg.ClientBase,
  userIds: readonly string[],
): Promise<Map<string, StoredPeriod[]>> {
  const { rows } = await client.query<{ userId: string; periods: StoredPeriod[] }>({ ...READ, values: [userIds] });
  return new Map(rows.map(({ userId, periods }) => [userId, periods]));
}

const COLUMNS = `"userId", position, "validFrom", "validTo", plan, reason, seats, "until", "endsAt", features`;
const DELETE = { name: 'delete-periods', text: 'DELETE FROM access_period WHERE "userId" = ANY($1::text[])' };
const INSERT = {
  name: 'insert-periods',
  text: `INSERT INTO access_period (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::access_period, $1::jsonb)`,
};

/** Replaces all periods of these owners, whose rows of `owner_access` the caller has locked. */
export async function replaceStored(client: pg.ClientBase, all: ReadonlyMap<string, StoredPeriod[]>): Promise<void> {
  const rows = [...all].flatMap(([userId, periods]) => periods.map((period) => ({ userId, ...period })));
  await client.query({ ...DELETE, values: [[...all.keys()]] });
  await client.query({ ...INSERT, values: [JSON.stringify(rows)] });
}
