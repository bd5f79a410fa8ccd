import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from './sqlState.ts';

const AGAIN_MS = 250;
const TELL_EVERY_MS = 10_000;

/** Starting, stopping, out of connections, cut off, or a standby, to which a failover may lead for some seconds. */
const AWAY = /^(57P0[123]|53300|08...|25006|P10(01|02|08|17|24)|E[A-Z]{4,}|EAI_AGAIN)$/;
/** What pg says without a code. */
const WORDS = /^(Connection terminated|timeout (expired|exceeded)|Query read timeout$)/;

export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
}

/** Whether the database is merely not there yet: waiting may help, as it would not with a wrong password. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (AWAY.test(sqlState(error)) || WORDS.test(error.message)) return true;
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...inner].some(isAway);
}

export interface Patience {
  /** For all steps together. */
  seconds: number;
  /** Called with the first failure, then every ten seconds. */
  onWait(error: Error): void;
  signal: AbortSignal;
}

/**
 * Runs steps of the start, each again and again while the database is away.
 * @throws DatabaseAwayError when it stays away for longer; any other failure at once.
 */
export function waitForDatabase({ seconds, onWait, signal }: Patience): <T>(step: () => Promise<T>) => Promise<T> {
  const giveUpAt = performance.now() + seconds * 1_000;
  let toldAt = Number.NEGATIVE_INFINITY;
  return async (step) => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isAway(error)) throw error;
        const { message } = innermost(error as Error);
        if (performance.now() > giveUpAt)
          throw new DatabaseAwayError(
            `The database was away for ${seconds} s (DATABASE_WAIT_SECONDS), so the start was given up: ${message}`,
            { cause: error },
          );
        if (performance.now() - toldAt > TELL_EVERY_MS) {
          onWait(error as Error);
          toldAt = performance.now();
        }
        await sleep(AGAIN_MS, undefined, { signal });
      }
    }
  };
}

/** What several addresses of one name answered is told by the first of them. */
const innermost = (error: Error): Error => (error instanceof AggregateError ? error.errors[0] : error);
