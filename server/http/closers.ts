import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

type Closer = () => Promise<unknown>;

/** Closes a program that must not outlive us. */
const LAST_MS = 60_000;

/** Opened resources, closed in reverse order. */
export class Closers {
  readonly #closers: Closer[] = [];
  #last: Closer = async () => {};
  #closing: Promise<boolean> | undefined;

  constructor(private readonly log: Pick<Logger, 'error'>) {}

  push(closer: Closer): void {
    this.#closers.push(closer);
  }

  /** For a program that must not outlive us: it is closed after all others, with its own timeout. */
  closeLast(closer: Closer): void {
    this.#last = closer;
  }

  /**
   * The last one first. One that fails or takes too long keeps none of the others from being closed.
   * @returns whether all went well.
   */
  close(patienceMs: number): Promise<boolean> {
    this.#closing ??= this.#closeAll(patienceMs);
    return this.#closing;
  }

  async #closeAll(patienceMs: number): Promise<boolean> {
    let isGood = true;
    const complain = (error: unknown) => {
      if (isGood) this.log.error({ err: error }, 'The service did not stop cleanly');
      isGood = false;
    };
    const done = new AbortController();
    const late = timeout(patienceMs, done.signal);
    for (const closer of this.#closers.reverse()) await Promise.race([closer(), late]).catch(complain);
    await Promise.race([this.#last(), timeout(LAST_MS, done.signal)]).catch(complain);
    done.abort();
    return isGood;
  }
}

/** Rejects after the timeout, whether or not a caller is waiting. */
function timeout(ms: number, done: AbortSignal): Promise<never> {
  const expired = sleep(ms, undefined, { signal: done }).then(() => {
    throw new Error(`Not done within ${ms / 1_000} s`);
  });
  expired.catch(() => {});
  return expired;
}
