import type { z } from 'zod';
import type { AppError } from '../errors.ts';

interface Log {
  warn(fields: object, message: string): void;
}

const EVERY_MS = 60_000;
const MOST_KEPT = 1_000;
const lastSaid = new WeakMap<Log, Map<string, number>>();

/** Whoever runs the service learns why a call was refused: one line a minute for each reason. */
export function tellMistake(
  log: Log,
  { reason, code, status }: AppError,
  about: { path?: string; requestId?: string },
) {
  if (reason !== undefined) once(log, reason, () => log.warn({ reason, code, status, ...about }, 'A call was refused'));
}

/** Keys of a body that no schema knows; the call goes on without them. */
export function tellUnknownKeys(log: Log, body: unknown, { known, path }: { known: object; path: string }): void {
  const keys = Object.keys(Object(body) as object).filter((key) => !Object.hasOwn(known, key));
  if (keys.length === 0) return;
  const reason = `unknown keys: ${keys
    .slice(0, 5)
    .map((key) => key.slice(0, 40))
    .join(', ')}`;
  once(log, `${path} ${reason}`, () => log.warn({ reason, path }, 'Unknown keys of a body were ignored'));
}

/** The first problem of a body, by its field. */
export function problemIn({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is not valid'}`;
}

function once(log: Log, what: string, say: () => void): void {
  const said = lastSaid.get(log) ?? new Map<string, number>();
  lastSaid.set(log, said);
  const now = Date.now();
  if (now - (said.get(what) ?? 0) < EVERY_MS) return;
  if (said.size >= MOST_KEPT) said.clear();
  said.set(what, now);
  say();
}
