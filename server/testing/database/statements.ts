import type { Pool } from '../../database/client.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

interface Query {
  text?: string;
  values?: unknown[];
}

/** Records the statements that a pool sends from now on, including Prisma's: each is one round trip. */
export function recordStatements(pool: Pool): Statement[] {
  const statements: Statement[] = [];
  const watched = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(...given: unknown[]) {
        const [first, second] = given;
        const { text = String(first), values = [] } = typeof first === 'string' ? {} : (first as Query);
        statements.push({ text, values: Array.isArray(second) ? second : values });
        return query(...given);
      },
    });
  });
  return statements;
}
