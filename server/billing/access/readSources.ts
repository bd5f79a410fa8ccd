import type { Pool } from '../../database/client.ts';
import { type AccessSourceRow, readAccessRows, readAccessRowsOf } from '../../database/reads/access.ts';
import type { AccessSource } from './sources.ts';

/** Everything that may grant a user a plan, in no order. */
export async function readSources(pool: Pool, userId: string): Promise<AccessSource[]> {
  return toSources(await readAccessRows(pool, userId));
}

/** The owners whose plans a user may use: the user, and the organisation that the user acts in. */
export interface Holder {
  id: string;
  memberOf?: string;
}

/** The user's own sources first, then those of the organisation. */
export async function readHeld(pool: Pool, { id, memberOf }: Holder): Promise<AccessSource[][]> {
  if (memberOf === undefined) return [await readSources(pool, id)];
  const all = await readSourcesOf(pool, [id, memberOf]);
  return [all.get(id) ?? [], all.get(memberOf) ?? []];
}

/** The same for several users, by id; users without sources are absent. */
export async function readSourcesOf(pool: Pool, userIds: readonly string[]): Promise<Map<string, AccessSource[]>> {
  const all = await readAccessRowsOf(pool, userIds);
  return new Map([...all].map(([userId, rows]) => [userId, toSources(rows)]));
}

export const toSources = (rows: readonly AccessSourceRow[]): AccessSource[] => rows.map(toSource);

function toSource(row: AccessSourceRow): AccessSource {
  if (row.kind !== 'subscription') return row;
  const { money } = row;
  return { ...row, money: money && { ...money, paidAt: toDate(money.paidAt), failedAt: toDate(money.failedAt) } };
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
