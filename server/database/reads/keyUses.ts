import type { Pool } from '../client.ts';

const WRITE = {
  name: 'key-use',
  text: `INSERT INTO service_key (id, name, "lastUsedAt") VALUES ($1, $2, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, "lastUsedAt" = excluded."lastUsedAt"`,
};

export async function writeKeyUse(pool: Pool, { id, name }: { id: string; name: string }): Promise<void> {
  await pool.query({ ...WRITE, values: [id, name] });
}

/** When each key was last used, by its id. */
export async function readKeyUses(pool: Pool): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; at: Date }>('SELECT id, "lastUsedAt" AS at FROM service_key');
  return new Map(rows.map(({ id, at }) => [id, at]));
}
