import type { Pool } from '../../database/client.ts';
import { isRefusal, sqlState } from '../../database/sqlState.ts';
import { type Applied, applyBatch } from './applyBatch.ts';
import type { BodyDays } from './bodies/bodyDays.ts';
import type { ProviderEvent } from './event.ts';
import { createKnownCache, type KnownCache } from './knownCache.ts';

const MAX_BATCHES_AT_ONCE = 4;
/**
 * When this many events can be written at once, a second batch starts beside the first: events are read and answered
 * while others are written.
 */
const ENOUGH = 8;
/** A batch that takes longer (a held lock, a slow disk) no longer delays the next one. */
const SLOW_MS = 8;
const MAX_BATCH = 64;
const MAX_BATCH_BYTES = 2_000_000;
const DEADLINE_MS = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

interface Waiting {
  event: ProviderEvent;
  keys: string[];
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

export interface EventQueue {
  /**
   * Resolves after the commit that holds the event; rejects within 4 s, and then the event may or may not be applied.
   */
  apply(event: ProviderEvent): Promise<Applied>;
}

interface Options {
  /** Called after the commit with every user whose records changed. */
  onChange?(userId: string): void;
  /** The days for which bodies can be stored apart from their rows. */
  bodyDays?: BodyDays;
  /** How far the billing clock is ahead, in milliseconds. Default: 0. */
  aheadMs?(): number;
}

/**
 * Gathers the events that arrive while a batch is under way into one batch and one commit. Events that name the same
 * record never share a batch or run at the same time in this process, so each sees the result of the one before. A
 * batch that fails is retried event by event, so that one bad event harms no other.
 */
export function createEventQueue(
  pool: Pool,
  { onChange = () => {}, bodyDays = async () => null, aheadMs = () => 0 }: Options = {},
): EventQueue {
  const line = createLine({ pool, bodyDays, aheadMs, cache: createKnownCache() });
  return {
    apply(event) {
      return new Promise<Applied>((resolve, reject) => {
        const item: Waiting = {
          event,
          keys: keysOf(event),
          resolve(applied) {
            clearTimeout(timer);
            resolve(applied);
            if (applied.outcome === 'applied' && applied.userId) onChange(applied.userId);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          line.leave(item);
          reject(new Error(`The event was not written within ${DEADLINE_MS} ms`));
        }, DEADLINE_MS);
        line.join(item);
      });
    },
  };
}

interface Line {
  join(item: Waiting): void;
  leave(item: Waiting): void;
}

interface Target {
  pool: Pool;
  bodyDays: BodyDays;
  aheadMs(): number;
  cache: KnownCache;
}

function createLine(target: Target): Line {
  // Arrays, since a Set's outgrown tables retain what passed through them (see http/server.ts).
  let queue: Waiting[] = [];
  let underWay: (readonly Waiting[])[] = [];
  let fresh: readonly Waiting[] | null = null;
  let soon = false;

  /** Runs after all readable sockets were read, so that events that arrived together are written together. */
  function pumpSoon(): void {
    if (soon) return;
    soon = true;
    setImmediate(() => {
      soon = false;
      pump();
    });
  }

  function pump(): void {
    if (underWay.length === MAX_BATCHES_AT_ONCE || (fresh && (underWay.length > 1 || queue.length < ENOUGH))) return;
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
    void runBatch(target, batch).finally(() => {
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
    join(item) {
      queue.push(item);
      if (queue.length === ENOUGH) pump();
      else pumpSoon();
    },
    leave(item) {
      queue = queue.filter((other) => other !== item);
    },
  };
}

/**
 * The first queued events that share no record with each other, with a batch under way, or with an event queued before
 * them.
 */
function nextBatch(queue: readonly Waiting[], busy: readonly Waiting[]): Waiting[] {
  const blocked = new Set(busy.flatMap(({ keys }) => keys));
  const batch: Waiting[] = [];
  let bytes = 0;
  for (const item of queue) {
    const isFree = item.keys.every((key) => !blocked.has(key));
    for (const key of item.keys) blocked.add(key);
    if (!isFree) continue;
    batch.push(item);
    bytes += item.event.body.length;
    if (batch.length === MAX_BATCH || bytes > MAX_BATCH_BYTES) return batch;
  }
  return batch;
}

function keysOf(event: ProviderEvent): string[] {
  const { provider, id, customer, subscription, payment, paymentUpdate } = event;
  const keys = [`${provider} ${id}`];
  for (const key of [customer?.id, subscription?.id, payment?.subscriptionId, payment?.id, paymentUpdate?.id])
    if (key) keys.push(key);
  return keys;
}

async function runBatch(target: Target, batch: readonly Waiting[]): Promise<void> {
  const { pool, cache } = target;
  try {
    const events = batch.map(({ event }) => event);
    const options = { cache, bodyDays: await target.bodyDays(), aheadMs: target.aheadMs() };
    const applied = await applyBatch(pool, events, options);
    for (const [index, item] of batch.entries()) item.resolve(applied[index] as Applied);
  } catch (error) {
    if (batch.length > 1 && concernsOne(error)) await Promise.all(batch.map((item) => runBatch(target, [item])));
    else for (const item of batch) item.reject(error);
  }
}

/** A refused value or a held lock; any other error (connection, shutdown, timeout) would fail again. */
function concernsOne(error: unknown): boolean {
  return isRefusal(error) || sqlState(error) === LOCK_NOT_AVAILABLE;
}
