import type pg from 'pg';

/** Locates a body: in its own row, or in the partition of the row's day. */
export interface BodyPlace {
  id: bigint | string;
  receivedAt: Date;
  body: string | null;
}

interface Apart {
  id: string;
  body: string;
}

/** The days are constants in the plan, so that PostgreSQL touches no other day's partition. */
const APART = 'SELECT id::text, body FROM webhook_event_body WHERE day = ANY($1::date[]) AND id = ANY($2::bigint[])';

const BLANK_INLINE = 'UPDATE webhook_event SET body = NULL WHERE id = ANY($1) AND body IS NOT NULL';
const BLANK_APART = 'DELETE FROM webhook_event_body WHERE day = ANY($1::date[]) AND id = ANY($2::bigint[])';

/** The stored delivery bodies by the ids of their rows; dropped bodies are absent. */
export async function readBodies(pool: pg.Pool, places: readonly BodyPlace[]): Promise<Map<string, string>> {
  const inline = places.flatMap(({ id, body }): [string, string][] => (body === null ? [] : [[`${id}`, body]]));
  const apart = places.filter(({ body }) => body === null);
  if (apart.length === 0) return new Map(inline);
  const { rows } = await pool.query<Apart>(APART, daysAndIds(apart));
  return new Map([...inline, ...rows.map(({ id, body }): [string, string] => [id, body])]);
}

/** Drops the bodies of these rows from either place. */
export async function dropBodies(pool: pg.Pool, places: readonly Omit<BodyPlace, 'body'>[]): Promise<void> {
  if (places.length === 0) return;
  await pool.query(BLANK_INLINE, [places.map(({ id }) => `${id}`)]);
  await pool.query(BLANK_APART, daysAndIds(places));
}

function daysAndIds(places: readonly Omit<BodyPlace, 'body'>[]): [string[], string[]] {
  const days = new Set(places.map(({ receivedAt }) => receivedAt.toISOString().slice(0, 10)));
  return [[...days], places.map(({ id }) => `${id}`)];
}
