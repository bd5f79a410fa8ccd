import type { Pool } from '../client.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from './sessions.ts';

/** Times in `money` are in JSON's format. */
interface MoneyRow {
  refund: 'none' | 'partial' | 'full';
  dispute: 'lost' | 'open' | 'won' | null;
  paidAt: string | null;
  failedAt: string | null;
}

interface SubscriptionSourceRow {
  kind: 'subscription';
  plan: string;
  status: string;
  nativeStatus: string | null;
  startsAt: Date;
  endsAt: Date;
  cancelAtPeriodEnd: boolean;
  trialEnd: Date | null;
  quantity: number | null;
  toldAt: Date | null;
  grantedPlan: string | null;
  unknownSince: Date | null;
  money: MoneyRow | null;
}

interface PurchaseSourceRow {
  kind: 'purchase';
  plan: string;
  startsAt: Date;
  days: number;
  money: Pick<MoneyRow, 'refund' | 'dispute'>;
}

interface GrantSourceRow {
  kind: 'grant';
  plan: string;
  endsAt: Date | null;
}

/** A row of the view `access_source`; columns of other kinds are null. */
export type AccessSourceRow = SubscriptionSourceRow | PurchaseSourceRow | GrantSourceRow;

const COLUMNS = `kind, plan, status, "nativeStatus", "startsAt", "endsAt", "cancelAtPeriodEnd", "trialEnd", "toldAt",
    "grantedPlan", "unknownSince", quantity, money, days`;
export const READ_ACCESS = {
  name: 'access-sources',
  text: `SELECT ${COLUMNS} FROM access_source WHERE "userId" = $1`,
};
/** For an account: no row if it does not exist; one row without a `kind` if nothing grants it a plan. */
export const READ_HOLDER = {
  name: 'account-and-access-sources',
  text: `SELECT ${ACCOUNT_COLUMNS}, ${COLUMNS} FROM "user" u
    LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM access_source WHERE "userId" = $1) held ON true WHERE u.id = $1`,
};
const READ_ACCESS_OF_ALL = {
  name: 'access-sources-of-all',
  text: `SELECT "userId", ${COLUMNS} FROM access_source WHERE "userId" = ANY($1)`,
};

/** Everything that may grant a user a plan, in one round trip. */
export async function readAccessRows(pool: Pool, userId: string): Promise<AccessSourceRow[]> {
  const { rows } = await pool.query<AccessSourceRow>({ ...READ_ACCESS, values: [userId] });
  return rows;
}

/**
 * An account and everything that may grant it a plan, in one round trip; `account` null: it does not exist, or was
 * deleted.
 */
export async function readHolder(
  pool: Pool,
  userId: string,
): Promise<{ account: AccountRow | null; sources: AccessSourceRow[] }> {
  type Joined = AccountRow & (AccessSourceRow | { kind: null });
  const { rows } = await pool.query<Joined>({ ...READ_HOLDER, values: [userId] });
  const [account = null] = rows;
  return { account, sources: rows.filter((row) => row.kind !== null) };
}

/** The same for several users, in one round trip. */
export async function readAccessRowsOf(
  pool: Pool,
  userIds: readonly string[],
): Promise<Map<string, AccessSourceRow[]>> {
  const { rows } = await pool.query<AccessSourceRow & { userId: string }>({ ...READ_ACCESS_OF_ALL, values: [userIds] });
  const all = new Map<string, AccessSourceRow[]>();
  for (const { userId, ...row } of rows) all.set(userId, [...(all.get(userId) ?? []), row]);
  return all;
}
