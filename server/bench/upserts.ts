import type pg from 'pg';
import { type LoadResult, summarizeLoad } from '../testing/load/load.ts';
import { type UpsertEvent, upsert } from './targets/upsert.ts';

interface UpsertOptions {
  connections: number;
  requests: readonly Buffer[];
}

/** Runs only the reference's statement, in this process, without HTTP and signatures; parsing is not measured. */
export async function runUpserts(pool: pg.Pool, { connections, requests }: UpsertOptions): Promise<LoadResult> {
  const events = requests.map((request) => {
    const body = request.toString().split('\r\n\r\n')[1] ?? '';
    return { body, event: JSON.parse(body) as UpsertEvent };
  });
  const latencies = new Float64Array(events.length);
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    for (let index = next++; index < events.length; index = next++) {
      const sent = performance.now();
      const { event, body } = events[index] as (typeof events)[number];
      await upsert(pool, event, body);
      latencies[index] = performance.now() - sent;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return summarizeLoad(latencies, { ok: events.length, seconds: (performance.now() - start) / 1000 });
}
