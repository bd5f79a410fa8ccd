import { EventEmitter, on } from 'node:events';
import pg from 'pg';
import type { Log } from '../context.ts';

export const CHANNEL = 'billing_changes';
const RECONNECT_MS = 1_000;

const nameOf = (userId: string) => `user ${userId}`;

export interface ChangeFeed {
  /** Yields whenever a record of the user changed, in whichever process; ends with the signal; rejects when the feed is closed, so that pages come back to another process. */
  changesOf(userId: string, signal: AbortSignal): AsyncGenerator<void>;
  close(): Promise<void>;
}

/**
 * Hears of changed records through PostgreSQL's LISTEN, on one connection of its own that is opened when somebody
 * first listens and made again when it is lost. What was missed meanwhile is announced to everyone.
 */
export function createChangeFeed(url: string, log: Log): ChangeFeed {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | null = null;
  const closing = new AbortController();
  let opened = false;

  async function connect(): Promise<void> {
    opened = true;
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'subscription-payments feed',
    });
    next.on('notification', ({ payload }) => emitter.emit(nameOf(payload ?? '')));
    next.on('error', (error) => log.warn({ err: error }, 'The change feed lost its connection'));
    next.on('end', () => reconnect());
    client = next;
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    // `on` listens for errors as well, and those are not for announcing.
    for (const name of emitter.eventNames()) if (name !== 'error') emitter.emit(name);
  }

  function reconnect(): void {
    client = null;
    if (!closing.signal.aborted) setTimeout(() => connect().catch(() => reconnect()), RECONNECT_MS).unref();
  }

  return {
    async *changesOf(userId, caller) {
      if (!opened) connect().catch(() => reconnect());
      const signal = AbortSignal.any([caller, closing.signal]);
      try {
        for await (const _ of on(emitter, nameOf(userId), { signal })) yield;
      } catch (error) {
        // An AbortError would count as a regular end, after which pages don't come back.
        if (!caller.aborted) throw new Error('The change feed was closed', { cause: error });
      }
    },
    async close() {
      closing.abort();
      await client?.end().catch(() => undefined);
    },
  };
}
