import { AppError } from './errors.ts';

interface TurnsOptions {
  atOnce: number;
  /** Absent: any number. */
  mostWaiting?: number;
  /** What a refused caller is told. */
  retryAfterSeconds?: number;
  /** Awaited before a caller is refused. */
  beforeRefusal?: () => Promise<void>;
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs work in order of arrival, a limited number at once. Throws AppError too_many_requests if too many wait. */
export function createTurns({
  atOnce,
  mostWaiting = Infinity,
  retryAfterSeconds = 10,
  beforeRefusal,
}: TurnsOptions): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) {
        await beforeRefusal?.();
        throw new AppError('too_many_requests', { retryAfterSeconds });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
