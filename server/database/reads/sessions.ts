import type { Pool } from '../client.ts';
import { addressInSql } from './accountAddress.ts';
import { latestSubscription, type SubscriptionRow } from './subscriptions.ts';

/** The columns' names do not clash with a subscription's. */
export interface SessionRow {
  sessionId: string;
  sessionCreatedAt: Date;
  sessionExpiresAt: Date;
  sessionUser: string;
  sessionEmail: string;
  sessionName: string;
  sessionEmailVerified: boolean;
}

const COLUMNS = `s.id AS "sessionId", s."createdAt" AS "sessionCreatedAt", s."expiresAt" AS "sessionExpiresAt", u.id AS "sessionUser",
  ${addressInSql('u')} AS "sessionEmail", u.name AS "sessionName", u."emailVerified" AS "sessionEmailVerified"`;
const TABLES = 'session s JOIN "user" u ON u.id = s."userId"';

export const READ_SESSION = {
  name: 'session',
  text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE s.token = $1`,
};

export const READ_SUBSCRIBER = {
  name: 'session-and-subscription',
  text: `SELECT ${COLUMNS}, latest.* FROM ${TABLES}
    LEFT JOIN LATERAL (${latestSubscription('u.id')}) latest ON true WHERE s.token = $1`,
};

/** The session of a token with a verified signature, expired or not; null: none. */
export async function readSession(pool: Pool, token: string): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({ ...READ_SESSION, values: [token] });
  return rows[0] ?? null;
}

const RUNNING = {
  name: 'running-sessions',
  text: 'SELECT id FROM session WHERE id = ANY($1::text[]) AND "expiresAt" > clock_timestamp()',
};

/** The sessions that were neither ended nor expired. */
export async function readRunningSessions(pool: Pool, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({ ...RUNNING, values: [ids] });
  return new Set(rows.map(({ id }) => id));
}

export interface SubscriberRow {
  session: SessionRow;
  subscription: SubscriptionRow | null;
}

/** The same with its user's subscription with the latest `updatedAt`, in one round trip. */
export async function readSubscriber(pool: Pool, token: string): Promise<SubscriberRow | null> {
  type Joined = SessionRow & (SubscriptionRow | { [Name in keyof SubscriptionRow]: null });
  const { rows } = await pool.query<Joined>({ ...READ_SUBSCRIBER, values: [token] });
  const [row] = rows;
  return row ? { session: row, subscription: row.id === null ? null : row } : null;
}

/** For a row `u` of "user"; an `AccountRow`. */
const ACCOUNT_COLUMNS = `${addressInSql('u')} AS email, u.name, u."emailVerified"`;
const READ_ACCOUNT = { name: 'account', text: `SELECT ${ACCOUNT_COLUMNS} FROM "user" u WHERE id = $1` };

export interface AccountRow {
  /** Empty: it lost its own address. */
  email: string;
  name: string;
  emailVerified: boolean;
}

/** null: the account does not exist, or was deleted. */
export async function readAccount(pool: Pool, id: string): Promise<AccountRow | null> {
  const { rows } = await pool.query<AccountRow>({ ...READ_ACCOUNT, values: [id] });
  return rows[0] ?? null;
}
