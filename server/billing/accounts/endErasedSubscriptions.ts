import type { Applying } from '../context.ts';
import { forgetDone, mayBeTried, tryRow } from '../jobs/retry.ts';
import { GONE } from '../records/gone.ts';
import { liveInSql } from '../records/subscription.ts';
import { endSubscription } from './endSubscription.ts';

export const ERASED_SUBSCRIPTIONS = 'erased subscriptions';

const AT_ONCE = 50;

const OWED = `${liveInSql('s')} AND s."userId" IN ${GONE}`;

const DUE = `SELECT s.id FROM subscription s WHERE s.id > $1 AND ${OWED} AND ${mayBeTried(ERASED_SUBSCRIPTIONS, 's.id')}
  ORDER BY s.id LIMIT ${AT_ONCE}`;

/**
 * A checkout page that was open at a deletion may have been paid since: its subscription is ended too. One that can't
 * be ended (the provider doesn't know it, say) blocks no other. Resolves to the number that were ended.
 */
export async function endErasedSubscriptions(billing: Applying, signal?: AbortSignal): Promise<number> {
  const { prisma, jobPool } = billing.database;
  await forgetDone(jobPool, ERASED_SUBSCRIPTIONS, `EXISTS (SELECT FROM subscription s WHERE s.id = r.key AND ${OWED})`);
  let ended = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await jobPool.query(DUE, [after]);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      const subscription = await prisma.subscription.findUniqueOrThrow({ where: { id } });
      const work = () => endSubscription(billing, subscription);
      if (await tryRow(jobPool, { job: ERASED_SUBSCRIPTIONS, key: id }, work)) ended += 1;
    }
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
  return ended;
}
