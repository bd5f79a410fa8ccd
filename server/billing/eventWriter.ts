import type { Pool } from '../database/client.ts';
import { type Applied, applyEvents } from './applyEvents.ts';
import type { EventWrite } from './eventWrite.ts';

const MAX_WRITES_AT_ONCE = 2;
const MAX_BATCH = 64;
const DEADLINE_MS = 4_500;

interface Waiting {
  write: EventWrite;
  keys: string[];
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

export interface EventWriter {
  /** Resolves after the commit that holds the event; rejects within 4.5 s, and then the event may be applied or not. */
  apply(write: EventWrite): Promise<Applied>;
}

/**
 * Gathers what arrives while earlier writes are under way into one statement and one commit. Events that
 * touch the same record never share a batch, nor run at once in this process: each sees what the one before
 * it did. A batch that fails is repeated event by event, so that a bad one hurts no other.
 */
export function createEventWriter(pool: Pool): EventWriter {
  const busy = new Set<string>();
  let queue: Waiting[] = [];
  let underWay = 0;

  function takeBatch(): Waiting[] {
    const blocked = new Set(busy);
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const item of queue) {
      const free = batch.length < MAX_BATCH && item.keys.every((key) => !blocked.has(key));
      for (const key of item.keys) blocked.add(key);
      (free ? batch : rest).push(item);
    }
    queue = rest;
    return batch;
  }

  function pump(): void {
    while (underWay < MAX_WRITES_AT_ONCE && queue.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      const keys = batch.flatMap((item) => item.keys);
      for (const key of keys) busy.add(key);
      underWay += 1;
      void writeBatch(pool, batch).finally(() => {
        for (const key of keys) busy.delete(key);
        underWay -= 1;
        pump();
      });
    }
  }

  return {
    apply(write) {
      return new Promise<Applied>((resolve, reject) => {
        const item: Waiting = { write, keys: keysOf(write), resolve, reject };
        const timer = setTimeout(() => {
          queue = queue.filter((other) => other !== item);
          reject(new Error(`The event was not written within ${DEADLINE_MS} ms`));
        }, DEADLINE_MS);
        item.resolve = (applied) => {
          clearTimeout(timer);
          resolve(applied);
        };
        item.reject = (error) => {
          clearTimeout(timer);
          reject(error);
        };
        queue.push(item);
        pump();
      });
    },
  };
}

function keysOf(write: EventWrite): string[] {
  const records = [write.customer_id, write.subscription_id, write.payment_subscription_id, write.payment_id];
  return [`${write.provider} ${write.event_id}`, ...records.filter((key) => typeof key === 'string')];
}

async function writeBatch(pool: Pool, batch: readonly Waiting[]): Promise<void> {
  try {
    const applied = await applyEvents(
      pool,
      batch.map((item) => item.write),
    );
    for (const [index, item] of batch.entries()) item.resolve(applied[index] as Applied);
  } catch (error) {
    if (batch.length > 1 && isTheStatementsFault(error)) {
      for (const item of batch) await writeBatch(pool, [item]);
    } else {
      for (const item of batch) item.reject(error);
    }
  }
}

/** SQLSTATE classes 21 to 23 and 42 blame the values; all others (connection, lock, shutdown) would fail again. */
function isTheStatementsFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(2[123]|42)...$/.test(String(error.code));
}
