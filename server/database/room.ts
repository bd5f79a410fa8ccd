import type { Pool } from './client.ts';

/**
 * Numbers that don't fit into the memory they get are written to a temporary file, some 300 kB: no row, no WAL, nothing
 * to clean up, and the same error as a write when the disk is full.
 */
const SPILL = `BEGIN READ ONLY; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 20000); COMMIT`;
const INSUFFICIENT_RESOURCES = '53';

/** Whether the database's disk takes some more. Rejects when the database is away. */
export async function hasRoom(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query(SPILL);
    client.release();
    return true;
  } catch (error) {
    // It may be left within the transaction.
    client.release(true);
    if (String(Object(error).code).startsWith(INSUFFICIENT_RESOURCES)) return false;
    throw error;
  }
}
