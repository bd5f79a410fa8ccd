import type { Pool } from './client.ts';

/**
 * Numbers that exceed their memory are written to a temporary file of about 300 kB: this needs no row, WAL or cleanup,
 * and fails like a write if the disk is full.
 */
const SPILL = `BEGIN READ ONLY; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 20000); COMMIT`;
const INSUFFICIENT_RESOURCES = '53';

/** Whether the database's disk has room. Rejects if the database is unavailable. */
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
