import { isAway } from './present.ts';

interface Log {
  warn(fields: object, message: string): void;
}

const EVERY_MS = 10_000;
const told = new WeakMap<Log, { at: number; unsaid: number }>();

/** Warns of an error. While the database is away that is one line in ten seconds, which counts those between. */
export function warnOf(log: Log, fields: { err: unknown; [name: string]: unknown }, message: string): void {
  if (!isAway(fields.err)) {
    log.warn(fields, message);
    return;
  }
  const last = told.get(log);
  if (last && performance.now() - last.at < EVERY_MS) {
    last.unsaid += 1;
    return;
  }
  told.set(log, { at: performance.now(), unsaid: 0 });
  log.warn(last?.unsaid ? { ...fields, unsaid: last.unsaid } : fields, message);
}
