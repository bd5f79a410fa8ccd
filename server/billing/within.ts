import { setTimeout as sleep } from 'node:timers/promises';

/** The work's result, or a rejection after `ms` milliseconds; work that is late goes on, and its result is dropped. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`Not done within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    late.catch(() => {});
  }
}
