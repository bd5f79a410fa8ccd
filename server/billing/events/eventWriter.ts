import type { Pool } from '../../database/client.ts';
import { type Applied, applyEvents, isRefusal, sqlState } from './applyEvents.ts';
import type { BodyDays } from './bodies/bodyDays.ts';
import type { EventWrite } from './eventWrite.ts';

const MAX_WRITES_AT_ONCE = 4;
/**
 * With so many that can be written at once, a second write doesn't wait for the first: events are read and answered
 * while others are written.
 */
const ENOUGH = 8;
/** A write that takes longer (a held lock, a slow disk) no longer makes the next one wait. */
const SLOW_MS = 3;
const MAX_BATCH = 64;
const MAX_BATCH_BYTES = 2_000_000;
const DEADLINE_MS = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

interface Waiting {
  write: EventWrite;
  keys: string[];
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

export interface EventWriter {
  /** Resolves after the commit that holds the event; rejects within 4 s, and then the event may be applied or not. */
  apply(write: EventWrite): Promise<Applied>;
}

interface Options {
  /** Hears of every user whose records were changed, after the commit. */
  onChange?(userId: string): void;
  /** Where bodies can be kept apart. */
  bodyDays?: BodyDays;
}

/**
 * Gathers what arrives while the last write is under way into one statement and one commit. Events that
 * touch the same record never share a batch, nor run at once in this process: each sees what the one before
 * it did. A batch that fails is repeated event by event, so that a bad one hurts no other.
 */
export function createEventWriter(
  pool: Pool,
  { onChange = () => {}, bodyDays = async () => null }: Options = {},
): EventWriter {
  // Arrays, since a Set's outgrown tables keep what passed through them (see httpServer.ts).
  let queue: Waiting[] = [];
  let underWay: (readonly Waiting[])[] = [];
  let fresh: readonly Waiting[] | null = null;
  let soon = false;

  /** After all sockets that have something now were read: what came together is written together. */
  function pumpSoon(): void {
    if (soon) return;
    soon = true;
    setImmediate(() => {
      soon = false;
      pump();
    });
  }

  function pump(): void {
    if (underWay.length === MAX_WRITES_AT_ONCE || (fresh && (underWay.length > 1 || queue.length < ENOUGH))) return;
    const batch = nextBatch(queue, underWay.flat());
    if (batch.length >= (fresh ? ENOUGH : 1)) start(batch);
  }

  function start(batch: readonly Waiting[]): void {
    const started = new Set(batch);
    queue = queue.filter((item) => !started.has(item));
    underWay = [...underWay, batch];
    fresh = batch;
    const isSlow = setTimeout(() => {
      noLongerFresh(batch);
      pump();
    }, SLOW_MS);
    void writeBatch({ pool, bodyDays }, batch).finally(() => {
      underWay = underWay.filter((other) => other !== batch);
      clearTimeout(isSlow);
      noLongerFresh(batch);
      pumpSoon();
    });
  }

  /** Whatever was started since still is. */
  function noLongerFresh(batch: readonly Waiting[]): void {
    if (fresh === batch) fresh = null;
  }

  return {
    apply(write) {
      return new Promise<Applied>((resolve, reject) => {
        const give = () => {
          queue = queue.filter((other) => other !== item);
          reject(new Error(`The event was not written within ${DEADLINE_MS} ms`));
        };
        const timer = setTimeout(give, DEADLINE_MS);
        const item: Waiting = {
          ...{ write, keys: keysOf(write) },
          resolve: (applied) => {
            clearTimeout(timer);
            resolve(applied);
            if (applied.outcome === 'applied' && applied.userId) onChange(applied.userId);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        queue.push(item);
        if (queue.length === ENOUGH) pump();
        else pumpSoon();
      });
    },
  };
}

/**
 * The first events in line that share no record with one another, with one under way, or with one before them in line.
 * A deleted customer ends subscriptions: beside it stands no event of a subscription that may be one of them.
 */
function nextBatch(queue: readonly Waiting[], busy: readonly Waiting[]): Waiting[] {
  const blocked = new Set(busy.flatMap(({ keys }) => keys));
  const batch: Waiting[] = [];
  let bytes = 0;
  let [ends, nameless] = [false, false];
  for (const item of queue) {
    const { customer_deleted = false, customer_id, subscription_id, payment_subscription_id } = item.write.columns;
    const isNameless = !customer_id && Boolean(subscription_id ?? payment_subscription_id);
    const free =
      item.keys.every((key) => !blocked.has(key)) && !(ends && isNameless) && !(nameless && customer_deleted);
    for (const key of item.keys) blocked.add(key);
    if (!free) continue;
    ends ||= customer_deleted;
    nameless ||= isNameless;
    batch.push(item);
    bytes += item.write.body.length;
    if (batch.length === MAX_BATCH || bytes > MAX_BATCH_BYTES) return batch;
  }
  return batch;
}

function keysOf({ columns }: EventWrite): string[] {
  const records = [columns.customer_id, columns.subscription_id, columns.payment_subscription_id, columns.payment_id];
  return [`${columns.provider} ${columns.event_id}`, ...records.filter((key) => key !== undefined)];
}

interface Target {
  pool: Pool;
  bodyDays: BodyDays;
}

async function writeBatch(target: Target, batch: readonly Waiting[]): Promise<void> {
  try {
    const writes = batch.map((item) => item.write);
    const applied = await applyEvents(target.pool, writes, await target.bodyDays());
    for (const [index, item] of batch.entries()) item.resolve(applied[index] as Applied);
  } catch (error) {
    if (batch.length > 1 && concernsOne(error)) await Promise.all(batch.map((item) => writeBatch(target, [item])));
    else for (const item of batch) item.reject(error);
  }
}

/** A refused value or a held lock; all others (connection, shutdown, time) would fail again. */
function concernsOne(error: unknown): boolean {
  return isRefusal(error) || sqlState(error) === LOCK_NOT_AVAILABLE;
}
