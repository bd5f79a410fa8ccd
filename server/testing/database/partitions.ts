import type pg from 'pg';
import { dropPartitions, makePartitions } from '../../billing/ledger/partitions.ts';

/** Makes today the first day with a partition: a test database is a copy, and may have been made before midnight. */
export async function partitionsFromToday(pool: pg.Pool): Promise<void> {
  await dropPartitions(pool, 0);
  await makePartitions(pool);
}
