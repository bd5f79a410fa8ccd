import pg from 'pg';

/** A message for each acknowledged event that is missing from the ledger. */
export async function missing(databaseUrl: string, accepted: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ eventId: string }>('SELECT "eventId" FROM webhook_event');
  await client.end();
  const kept = new Set(rows.map(({ eventId }) => eventId));
  return [...accepted].filter((id) => !kept.has(id)).map((id) => `${id} was answered 2xx and is missing`);
}
