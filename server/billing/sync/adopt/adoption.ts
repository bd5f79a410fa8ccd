import type { Adoption } from '../../../database/generated/client.ts';
import { claimDue } from '../../../database/queueRows.ts';
import type { Applying, With } from '../../context.ts';
import { backOff } from '../../jobs/retry.ts';
import { type Owner, readOwner } from './readOwner.ts';

export const ADOPTIONS = 'adoptions';

const AT_ONCE = 4;
/** A read that took longer is remembered, because the next sale could not wait for it again. */
const SLOW_MS = 2_000;
const REMEMBERED_MS = 2 * 60_000;
/** The answer no longer waits for a read, but it goes on in this process for so long before another takes over. */
const GOES_ON_MS = 60_000;

const QUEUE = `
  INSERT INTO adoption AS t ("userId", provider, email, "dueAt", "lastError")
  VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5)
  ON CONFLICT ("userId", provider) DO UPDATE SET email = excluded.email, "queuedAt" = clock_timestamp(),
    "dueAt" = excluded."dueAt", "lastError" = excluded."lastError", "readAt" = NULL, "blockedBy" = NULL`;

const REMEMBER = `
  INSERT INTO adoption AS t ("userId", provider, email, "dueAt", "readAt", "blockedBy")
  VALUES ($1, $2, $3, 'infinity', clock_timestamp(), $4)
  ON CONFLICT ("userId", provider) DO UPDATE SET "dueAt" = 'infinity', attempts = 0, "lastError" = NULL,
    "readAt" = clock_timestamp(), "blockedBy" = excluded."blockedBy" WHERE t.email = excluded.email`;

const FORGET = 'DELETE FROM adoption WHERE "userId" = $1 AND provider = $2 AND email = $3';

const CLAIM = claimDue({
  table: 'adoption',
  key: '"userId", provider',
  atOnce: AT_ONCE,
  where: 'provider = $1',
  returning: '*',
  // It reads everything that an address has at a slow company, page by page.
  seconds: 600,
});

const BACK_OFF = `UPDATE adoption SET "lastError" = $4, "dueAt" = clock_timestamp() + ${backOff('attempts')}
  WHERE "userId" = $1 AND provider = $2 AND email = $3`;

const TRIM = `DELETE FROM adoption WHERE "readAt" < clock_timestamp() - interval '1 hour'`;

const provenOf = ({ email, emailVerified }: Owner): string => (emailVerified ? email : '');

function find({ adapter, database }: With<'adapter' | 'database'>, { id: userId }: Owner): Promise<Adoption | null> {
  const { provider } = adapter;
  return database.prisma.adoption.findUnique({ where: { userId_provider: { userId, provider } } });
}

/** `readOwner`, and what the next sale and the job must know of it. */
async function read(billing: Applying & With<'adapter'>, owner: Owner): Promise<string | null> {
  const { adapter, database } = billing;
  const begun = performance.now();
  const blockedBy = await readOwner(billing, owner);
  const key = [owner.id, adapter.provider, provenOf(owner)];
  if (performance.now() - begun > SLOW_MS) await database.pool.query(REMEMBER, [...key, blockedBy]);
  else await forgetRead(billing, owner);
  return blockedBy;
}

/** Everything was read: nothing is due. */
export async function forgetRead({ adapter, database }: With<'adapter' | 'database'>, owner: Owner): Promise<void> {
  await database.pool.query(FORGET, [owner.id, adapter.provider, provenOf(owner)]);
}

/**
 * Reads what a user has at the provider, for at most `ms`. A read that takes longer goes on, and a failed one is
 * repeated by a job; both reject here. Until one has ended, every sale asks again and fails with it.
 */
export async function readWithin(
  billing: Applying & With<'adapter'>,
  owner: Owner,
  ms: number,
): Promise<string | null> {
  const reading = read(billing, owner);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    const first = await Promise.race([reading.then((blockedBy) => ({ blockedBy })), late]);
    if (first !== 'late') return first.blockedBy;
  } catch (error) {
    await queue(billing, owner, { error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
  await queue(billing, owner, { error: null, waitMs: GOES_ON_MS });
  reading.catch((error: unknown) => queue(billing, owner, { error })).catch(() => undefined);
  throw new Error(`The provider did not tell within ${ms} ms what the user has there`);
}

async function queue(
  { adapter, database }: With<'adapter' | 'database'>,
  owner: Owner,
  { error, waitMs = 0 }: { error: unknown; waitMs?: number },
) {
  const reason = error === null ? null : error instanceof Error ? error.message : String(error);
  await database.pool.query(QUEUE, [owner.id, adapter.provider, provenOf(owner), waitMs, reason]);
}

/**
 * Before anything is sold or offered: the records include everything that the provider knows of the user. Resolves like
 * `readOwner`.
 */
export async function readBeforeSale(
  billing: Applying & With<'adapter'>,
  owner: Owner,
  ms: number,
): Promise<string | null> {
  const last = await find(billing, owner);
  const isRemembered = last?.readAt && last.readAt.getTime() > Date.now() - REMEMBERED_MS;
  if (last && isRemembered && last.email === provenOf(owner)) return last.blockedBy;
  return readWithin(billing, owner, ms);
}

/** Does the reads that are due. */
export async function readDue(billing: Applying & With<'adapter' | 'announce'>, signal?: AbortSignal): Promise<void> {
  const { jobPool } = billing.database;
  await jobPool.query(TRIM);
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await jobPool.query<Adoption>(CLAIM, [billing.adapter.provider]);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => readOne(billing, row)));
  }
}

async function readOne(
  billing: Applying & With<'adapter' | 'announce'>,
  { userId, provider, email, attempts }: Adoption,
): Promise<void> {
  try {
    await read(billing, { id: userId, email, emailVerified: email !== '' });
    billing.announce(userId);
  } catch (error) {
    billing.log.warn({ err: error, userId, attempts }, 'The provider does not tell yet what a user has there');
    const reason = error instanceof Error ? error.message : String(error);
    await billing.database.jobPool.query(BACK_OFF, [userId, provider, email, reason]);
  }
}
