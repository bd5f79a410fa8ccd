import pg from 'pg';

/** Completes the work that earlier writes left to PostgreSQL: its autovacuum must not run beside measured rounds. */
export async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}
