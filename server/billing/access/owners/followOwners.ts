import type pg from 'pg';
import type { Pool } from '../../../database/client.ts';
import { inTransaction } from '../../../database/inTransaction.ts';
import type { Catalogue } from '../../../plans/catalogue.ts';
import type { With } from '../../context.ts';
import { NO_RECORDS } from '../timeline/ownerRecords.ts';
import { readRecordsOf } from '../timeline/readRecords.ts';
import { timeline } from '../timeline/timeline.ts';
import type { OwnersState } from './generation.ts';
import { isStored, readStored, replaceStored, toStored } from './storedPeriods.ts';

const AT_ONCE = 500;

/** Committed changes; those that another process has taken are left to it. */
const TAKE = {
  name: 'take-changes',
  text: `WITH taken AS (DELETE FROM access_change WHERE id IN
      (SELECT id FROM access_change ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING id, "userId", "at")
    SELECT "userId", max("at") AS "at", max(id)::text AS change FROM taken GROUP BY "userId" ORDER BY max(id)`,
};

/** Owners whose periods were computed from another plans file. */
const TAKE_OUTDATED = {
  name: 'take-outdated',
  text: `SELECT "userId", clock_timestamp() AS "at" FROM owner_access WHERE generation <> $1
    LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
};

/** In the order of the ids, so that two processes never wait for each other in a circle. */
const ENTER = {
  name: 'enter-owners',
  text: `INSERT INTO owner_access ("userId", generation) SELECT id, '' FROM unnest($1::text[]) id ORDER BY id
    ON CONFLICT DO NOTHING`,
};
const LOCK = {
  name: 'lock-owners',
  text: 'SELECT FROM owner_access WHERE "userId" = ANY($1::text[]) ORDER BY "userId" FOR UPDATE',
};
const MARK = {
  name: 'mark-owners',
  text: 'UPDATE owner_access SET generation = $2 WHERE "userId" = ANY($1::text[]) AND generation <> $2',
};

/**
 * Locked to the commit, so that numbers become visible in their order: whoever has read up to one has missed none
 * before it.
 */
const REACHED = { name: 'feed-reached', text: `SELECT last FROM change_feed WHERE id = 'current' FOR UPDATE` };
const NUMBER = {
  name: 'number-owners',
  text: `WITH counted AS (UPDATE change_feed SET last = $1::bigint + cardinality($2::text[]) WHERE id = 'current')
    UPDATE owner_access o SET "number" = $1::bigint + n, "at" = given.at
    FROM unnest($2::text[], $3::timestamptz[]) WITH ORDINALITY given (id, at, n) WHERE o."userId" = given.id`,
};

interface ChangedOwner {
  userId: string;
  at: Date;
  /** Its last change's id; absent: the plans file changed. */
  change?: string;
}

type Following = With<'plans' | 'generation'>;

/**
 * Stores what the owners of committed changes may use, as periods, and numbers those whose periods differ in the change
 * feed. Does nothing while another plans file counts. Resolves to whether more may be left.
 */
export async function followOwners(billing: Following, pool: Pool): Promise<boolean> {
  const state = await billing.generation.state(pool);
  return (await followChanges(billing, pool, state)) !== null || followOutdated(billing, pool, state);
}

/**
 * The same for all that was committed before the call. What comes meanwhile, perhaps without end, is left to the next one.
 */
export async function followAll(billing: Following, pool: Pool, signal: AbortSignal): Promise<void> {
  const read = () => billing.generation.state(pool);
  let state = await read();
  const newest = BigInt(state.newest ?? 0);
  for (let reached: bigint | null = 0n; reached !== null && reached < newest; state = await read()) {
    signal.throwIfAborted();
    reached = await followChanges(billing, pool, state);
  }
  for (; await followOutdated(billing, pool, state); state = await read()) signal.throwIfAborted();
}

/** Resolves to the last change that was taken; null: there was none. */
async function followChanges(billing: Following, pool: Pool, state: OwnersState): Promise<bigint | null> {
  if (!state.isCurrent || state.newest === null) return null;
  const { change } = (await followSome(billing, pool, TAKE)).at(-1) ?? {};
  return change === undefined ? null : BigInt(change);
}

async function followOutdated(billing: Following, pool: Pool, state: OwnersState): Promise<boolean> {
  if (!state.isCurrent || !state.hasOutdated) return false;
  const take = { ...TAKE_OUTDATED, values: [billing.generation.hash] };
  return (await followSome(billing, pool, take)).length > 0;
}

function followSome({ plans, generation }: Following, pool: Pool, take: pg.QueryConfig): Promise<ChangedOwner[]> {
  return inTransaction(pool, async (client) => {
    const { rows: owners } = await client.query<ChangedOwner>(take);
    if (owners.length > 0) await follow(client, owners, { plans, hash: generation.hash });
    return owners;
  });
}

async function follow(
  client: pg.ClientBase,
  owners: readonly ChangedOwner[],
  { plans, hash }: { plans: Catalogue; hash: string },
): Promise<void> {
  const ids = owners.map(({ userId }) => userId);
  await client.query({ ...ENTER, values: [ids] });
  await client.query({ ...LOCK, values: [ids] });
  // Only now: whatever is committed after this read has its own row of `access_change`.
  const records = await readRecordsOf(client, ids);
  const stored = await readStored(client, ids);
  const changed = new Map(
    ids.flatMap((userId) => {
      const periods = toStored(timeline(records.get(userId) ?? NO_RECORDS, plans), plans);
      return isStored(stored.get(userId) ?? [], periods) ? [] : [[userId, periods] as const];
    }),
  );
  await client.query({ ...MARK, values: [ids, hash] });
  if (changed.size === 0) return;
  await replaceStored(client, changed);
  const numbered = owners.filter(({ userId }) => changed.has(userId));
  const { rows } = await client.query<{ last: string }>(REACHED);
  const values = [rows[0]?.last ?? 0, numbered.map(({ userId }) => userId), numbered.map(({ at }) => at)];
  await client.query({ ...NUMBER, values });
}
