import type { Pool } from '../../database/client.ts';
import { rowReader } from '../records/columns.ts';
import { type Instant, toInstant } from '../records/instant.ts';
import { type Subscription, subscriptionColumns } from '../records/subscription.ts';
import type { PendingLink } from './rules/reads.ts';
import { type Missed, recheck } from './rules/recheck.ts';
import { MOST_AT_ONCE, PENDING_LINKS } from './sql/pendingLinks.ts';
import { toRecheckWrite } from './toWrite.ts';
import { writeAll } from './write.ts';

/**
 * Checks records again after a commit, because a concurrent writer may have missed it. Resolves to the ledger ids of
 * waiting events that can be applied now, oldest first.
 */
export type CheckLinks = (links: readonly PendingLink[]) => Promise<string[]>;

/** A waiting event and the records that it may wait for. */
interface Due {
  id: string;
  records: (string | null)[];
}

/** A check that takes longer (a held lock) no longer delays the next one. */
const SLOW_MS = 50;

/**
 * Gathers requests while a check is under way. Each request is made after its own commit, so the next check sees that
 * commit.
 */
export function createLinkChecks(pool: Pool): CheckLinks {
  let last: Promise<unknown> = Promise.resolve();
  let asked: PendingLink[] = [];
  let next: Promise<Due[]> | null = null;

  async function checkNext(): Promise<Due[]> {
    await doneOrSlow(last);
    const links = asked;
    asked = [];
    next = null;
    const check = checkAll(pool, links);
    last = check;
    return check;
  }

  function gathered(links: readonly PendingLink[]): Promise<Due[]> {
    asked.push(...links);
    next ??= checkNext();
    return next;
  }

  return async (links) => {
    const found = await gathered(links);
    const due = found.length < MOST_AT_ONCE ? found : await checkAll(pool, links);
    const isOurs = (name: string | null) => links.some(({ id }) => id === name);
    return due.filter(({ records }) => records.some(isOurs)).map(({ id }) => id);
  };
}

interface Checked {
  missed: unknown[][];
  due: Due[];
}

/** Writes what was missed; checks again if another writer changed it in the meantime. */
async function checkAll(pool: Pool, links: readonly PendingLink[]): Promise<Due[]> {
  const ids = [...new Set(links.map(({ id }) => id))];
  const lacking = links.filter(({ lacksCustomer }) => lacksCustomer).map(({ id }) => id);
  const query = { name: 'pending-links', text: PENDING_LINKS, values: [ids, lacking] };
  const [{ missed, due } = { missed: [], due: [] }] = (await pool.query<Checked>(query)).rows;
  return (await writeMissed(pool, missed)) ? due : checkAll(pool, links);
}

const readSubscription = rowReader<Subscription>(subscriptionColumns);
const timeOf = (text: unknown): Instant | null => (typeof text === 'string' ? toInstant(text) : null);

async function writeMissed(pool: Pool, missed: unknown[][]): Promise<boolean> {
  const writes = missed.flatMap(([now, subscription, endedAt, failedAt, isForeign, ownersCustomerId]) => {
    const known: Missed = {
      subscription: readSubscription(subscription as unknown[]),
      customerEndedAt: timeOf(endedAt),
      paymentFailedAt: timeOf(failedAt),
      isForeign: isForeign === true,
      ownersCustomerId: ownersCustomerId as string | null,
    };
    const next = recheck(known, toInstant(now as string));
    return next ? [toRecheckWrite(next.subscription, next.refetch)] : [];
  });
  if (writes.length === 0) return true;
  const written = await writeAll(pool, writes);
  return written.every((ledgerId) => ledgerId !== undefined);
}

function doneOrSlow(check: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SLOW_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    check.then(done, done);
  });
}
