import pg from 'pg';

/** Throws unless our service applied every event: a stale one takes another way, which is not what is measured. */
export async function checkApplied(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ outcome: string; count: number }>(
    `SELECT outcome, count(*)::int AS count FROM webhook_event WHERE outcome <> 'applied' GROUP BY outcome`,
  );
  await client.end();
  if (rows.length > 0) throw new Error(`Not all events were applied: ${JSON.stringify(rows)}`);
}
