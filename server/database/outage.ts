import type { Logger } from 'pino';
import { isAway } from './present.ts';

const EVERY_MS = 10_000;

interface Fields {
  err?: unknown;
  res?: { status?: number };
}

type Write = (this: Logger, ...args: unknown[]) => void;

/**
 * A hook of the log. While the database is away, all that fails for it (lost connections, jobs, calls and their answers)
 * is one line in ten seconds, which counts those between.
 */
export function oneLineAnOutage() {
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return function logMethod(this: Logger, args: unknown[], write: Write): void {
    const { err, res } = Object(args[0]) as Fields;
    const isSoonAfter = performance.now() - saidAt < EVERY_MS;
    const isOfOutage = isAway(err) || (isSoonAfter && (res?.status ?? 0) >= 500);
    if (isOfOutage && isSoonAfter) {
      unsaid += 1;
    } else if (isOfOutage) {
      saidAt = performance.now();
      write.apply(this, unsaid > 0 ? [{ ...Object(args[0]), unsaid }, ...args.slice(1)] : args);
      unsaid = 0;
    } else {
      write.apply(this, args);
    }
  };
}
