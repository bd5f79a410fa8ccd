import { createHash } from 'node:crypto';
import type { Pool, PrismaClient } from '../../database/client.ts';

const KEPT_DAYS = 30;

/** The cookie that a page reads: why this browser is signed out. */
const ENDED_COOKIE = 'billing.ended';
const digestOf = (token: string) => createHash('sha256').update(`ended session ${token}`).digest('base64url');

/** Remembers, without its token, sessions whose browsers are told why they were ended. */
export async function keepEnded({ endedSession }: Pick<PrismaClient, 'endedSession'>, tokens: readonly string[]) {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  await endedSession.deleteMany({ where: { endedAt: { lt: before } } });
  await endedSession.createMany({ data: tokens.map((token) => ({ id: digestOf(token) })), skipDuplicates: true });
}

const IS_ENDED = { name: 'ended-session', text: 'SELECT FROM ended_session WHERE id = $1' };

/** A Set-Cookie header for a browser whose session ended because somebody proved the account's address; null: none. */
export async function endedCookie(pool: Pool, token: string): Promise<string | null> {
  const { rowCount } = await pool.query({ ...IS_ENDED, values: [digestOf(token)] });
  return rowCount === 1 ? `${ENDED_COOKIE}=claimed; Path=/; Max-Age=86400; SameSite=Lax` : null;
}
