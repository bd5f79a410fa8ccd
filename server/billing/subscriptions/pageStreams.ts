import { setTimeout as sleep } from 'node:timers/promises';
import { createListener } from '../../database/listener.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../context.ts';
import { PageStream } from './pageStream.ts';

export const CHANNEL = 'billing_changes';
/** A browser opens six connections to a site, and shows few of its pages at once. */
const STREAMS_PER_USER = 20;
/** The longest time until an ended session is noticed, if nothing changes in between. */
const CHECK_EVERY_MS = 15_000;
const RETRY_MS = 500;

/** The owner of a stream: it ends with our session, or at the given time. */
export interface Reader {
  userId: string;
  /** The organisation that the user acts in, whose changes are the user's as well. */
  memberOf?: string;
  /** null: it is no session of ours. */
  sessionId: string | null;
  until: Date | null;
}

export interface PageStreams {
  /**
   * Yields whenever a record of the user or of the user's organisation changed, in whichever process, until the signal. Throws AppError
   * too_many_requests beyond 20 streams of a user; ends with AppError unauthorized when the session has ended, and
   * with unavailable when this process stops, so that pages come back to another one.
   */
  open(reader: Reader, signal: AbortSignal): AsyncGenerator<void>;
  /** The streams that are open. */
  count(): number;
  close(): Promise<void>;
}

interface PageStreamsOptions {
  url: string;
  /** The streams whose sessions have not ended. */
  runningSessions(ids: readonly string[]): Promise<ReadonlySet<string>>;
  log: Log;
}

/**
 * Receives record changes through PostgreSQL's LISTEN, from the first stream on. After a lost connection every stream
 * gets a change. A session gets changes only after it was confirmed to be valid.
 */
export function createPageStreams({ url, runningSessions, log }: PageStreamsOptions): PageStreams {
  const streams = new Map<string, Set<PageStream>>();
  const ofMembers = new Map<string, Set<PageStream>>();
  const all = () => [...streams.values()].flatMap((ofUser) => [...ofUser]);
  const owed = new Set<PageStream>();
  let telling = false;
  let closed = false;

  /** Ends the streams whose session has ended. */
  async function check(chosen: readonly PageStream[]): Promise<PageStream[]> {
    for (const stream of await findEnded(chosen, runningSessions)) stream.end(new AppError('unauthorized'));
    return chosen.filter(({ isOpen }) => isOpen);
  }

  /** Changes that arrive during the session check are sent together after it. */
  async function tell(changed: Iterable<PageStream>): Promise<void> {
    for (const stream of changed) owed.add(stream);
    if (telling) return;
    telling = true;
    while (owed.size > 0 && !closed) {
      const chosen = [...owed].filter(({ isOpen }) => isOpen);
      owed.clear();
      try {
        for (const stream of await check(chosen)) stream.tell();
      } catch {
        for (const stream of chosen) owed.add(stream);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    telling = false;
  }

  const listener = createListener({
    url,
    name: 'subscription-payments streams',
    channel: CHANNEL,
    onNotification: (owner) => void tell([...(streams.get(owner) ?? []), ...(ofMembers.get(owner) ?? [])]),
    onListening() {
      log.info({ streams: all().length }, 'The page streams listen');
      void tell(all());
    },
    // It tells once an outage by itself.
    onLost: (error) => log.warn({ reason: String(error) }, 'The page streams lost their connection'),
  });
  const timer = setInterval(() => check(all()).catch(() => undefined), CHECK_EVERY_MS).unref();

  return {
    open(reader, signal) {
      if (closed) throw new AppError('unavailable');
      const { userId, memberOf } = reader;
      if ((streams.get(userId)?.size ?? 0) >= STREAMS_PER_USER)
        throw new AppError('too_many_requests', { retryAfterSeconds: 30 });
      const stream = new PageStream(reader);
      enlist(stream, streams, userId);
      if (memberOf !== undefined) enlist(stream, ofMembers, memberOf);
      if (reader.until) endAt(stream, reader.until);
      listener.start();
      return stream.changes(signal);
    },
    count: () => all().length,
    async close() {
      closed = true;
      clearInterval(timer);
      for (const stream of all()) stream.end(new AppError('unavailable'));
      await listener.close();
    },
  };
}

/** Until the stream ends. */
function enlist(stream: PageStream, streams: Map<string, Set<PageStream>>, owner: string): void {
  const ofOwner = streams.get(owner) ?? new Set();
  streams.set(owner, ofOwner.add(stream));
  stream.onEnd(() => {
    ofOwner.delete(stream);
    if (ofOwner.size === 0) streams.delete(owner);
  });
}

/** The streams whose session of ours has ended; a token's ends at its time. */
async function findEnded(
  chosen: readonly PageStream[],
  runningSessions: PageStreamsOptions['runningSessions'],
): Promise<PageStream[]> {
  const ids = chosen.flatMap(({ sessionId }) => sessionId ?? []);
  const running = ids.length > 0 ? await runningSessions(ids) : new Set();
  return chosen.filter(({ sessionId }) => sessionId !== null && !running.has(sessionId));
}

/** A token lives for minutes or hours; a longer one is checked again with the next stream. */
const LONGEST_MS = 24 * 3_600_000;

function endAt(stream: PageStream, until: Date): void {
  const left = Math.min(Math.max(0, until.getTime() - Date.now()), LONGEST_MS);
  const timer = setTimeout(() => stream.end(new AppError('unauthorized')), left).unref();
  stream.onEnd(() => clearTimeout(timer));
}
