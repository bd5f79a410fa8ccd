import pg from 'pg';
import type { ReadySettings } from '../../deps.ts';

/** The password of every account that `signUp` creates. */
export const PASSWORD = 'correct horse battery';
const SHORTEST = 8;

/** Secrets by name: they must never appear in a log line, a response or a row. */
export function canariesOf(settings: ReadySettings): Record<string, string> {
  const { providers, authSecrets, keys, metricsToken, databaseUrl, mail, social } = settings;
  const named = Object.entries(providers).flatMap(([name, { secretKey = '', webhookSecrets = [] }]) => [
    [`API key of ${name}`, secretKey],
    ...webhookSecrets.map((secret, index) => [`webhook secret ${index + 1} of ${name}`, secret]),
  ]);
  const own = {
    'auth secret': authSecrets?.[0] ?? '',
    'key of sessions': keys.sessions,
    'key of signing keys': keys.signing,
    'key of trial marks': keys.trials,
    'metrics token': metricsToken ?? '',
    'client secret of Google': social.clients.google?.secret ?? '',
    'client secret of GitHub': social.clients.github?.secret ?? '',
    'mail password': mail ? decodeURIComponent(new URL(mail.url).password) : '',
    password: PASSWORD,
    'database password': decodeURIComponent(new URL(databaseUrl).password),
  };
  const all: Record<string, string> = { ...own, ...Object.fromEntries(named) };
  return Object.fromEntries(Object.entries(all).filter(([, secret]) => secret.length >= SHORTEST));
}

/** Each canary that the text contains, plain or URL-encoded. */
export function found(canaries: Record<string, string>, text: string, place: string): string[] {
  return Object.entries(canaries).flatMap(([name, secret]) =>
    text.includes(secret) || text.includes(encodeURIComponent(secret)) ? [`${name} in ${place}`] : [],
  );
}

/** Every row of every table. Views and partitions are left out: their rows are in tables too. */
export async function dumpTables(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
    );
    const all = tables.rows.map(({ name }) => `SELECT to_jsonb(t) AS row FROM ${name} t`);
    // One round trip; each statement has its own result.
    const answers: pg.QueryResult | pg.QueryResult[] = await client.query(all.join(';'));
    return JSON.stringify([answers].flat().map(({ rows }) => rows));
  } finally {
    await client.end();
  }
}
