import { listMigrations } from '../../prisma/migrationFiles.ts';
import { missingIn, readRecorded, tooNewFor } from '../../prisma/recorded.ts';
import type { Pool } from './client.ts';

/** `newer`: migrated by a newer build, without a word that this one still fits. */
export type SchemaState = 'applied' | 'missing' | 'newer';

/** How the database's schema stands to the one that this build knows. Rejects when the database is away. */
export async function readSchemaState(pool: Pool): Promise<SchemaState> {
  const known = (await listMigrations()).map((name) => ({ name }));
  const recorded = await readRecorded(pool);
  if (missingIn(recorded, known).length > 0) return 'missing';
  return tooNewFor(known, recorded).length > 0 ? 'newer' : 'applied';
}

/** Whether writes are refused: a standby, or what guards a full disk. */
export async function isReadOnly(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ value: string }>("SELECT current_setting('transaction_read_only') AS value");
  return rows[0]?.value === 'on';
}
