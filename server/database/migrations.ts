import { listMigrations } from '../../prisma/migrate.ts';
import type { Pool } from './client.ts';

const RECORDED = `SELECT count(*)::int AS count FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY($1)`;

/** Whether the database has every migration that this build knows. Rejects when the database is away. */
export async function areMigrationsApplied(pool: Pool): Promise<boolean> {
  const names = await listMigrations();
  const { rows } = await pool.query<{ count: number }>(RECORDED, [names]);
  return rows[0]?.count === names.length;
}
