import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DurablePostgres, startDurablePostgres } from '../faults/parts/postgres.ts';
import { makeCertificate } from '../proxies/proxy.ts';
import { couldNotRun, installPrograms } from '../run/debian.ts';
import { type Pooler, type PoolerOptions, startPgbouncer } from './pgbouncer.ts';
import { isRefused } from './refused.ts';
import { runOnce } from './runOnce.ts';
import { serveThrough } from './serve.ts';

const SIZE = 40;

interface Check {
  name: string;
  /** What is wrong. */
  run(postgres: DurablePostgres): Promise<string[]>;
}

/** The check, on an empty database behind PgBouncer. */
const behind =
  (options: Omit<PoolerOptions, 'databaseUrl'>, work: (pooler: Pooler, databaseUrl: string) => Promise<string[]>) =>
  async (postgres: DurablePostgres): Promise<string[]> => {
    const databaseUrl = await postgres.createDatabase();
    const pooler = await startPgbouncer({ ...options, databaseUrl });
    return work(pooler, databaseUrl).finally(pooler.stop);
  };

const refusedFor =
  (reason: string, query = '') =>
  (pooler: Pooler, databaseUrl: string) =>
    isRefused({ url: pooler.url + query, databaseUrl, reason });

const checks: Check[] = [
  {
    name: 'session mode: it migrates, serves, pushes changes and starts again, with every limit in place',
    run: behind({ mode: 'session', size: SIZE }, ({ url }) => serveThrough(url)),
  },
  {
    name: 'transaction mode: it does not start, says what to set, and has changed nothing',
    run: behind({ mode: 'transaction', size: SIZE }, refusedFor('set pool_mode = session')),
  },
  {
    name: 'statement mode: the same',
    run: behind({ mode: 'statement', size: SIZE }, refusedFor('set pool_mode = session')),
  },
  {
    name: 'one connection for all: it does not start and names default_pool_size',
    run: behind({ mode: 'session', size: 1 }, refusedFor('default_pool_size')),
  },
  {
    name: 'options in the address: it does not start and says where they belong',
    run: behind({ mode: 'session', size: SIZE }, refusedFor('ALTER ROLE', '?options=-c%20search_path%3Dpublic')),
  },
  { name: 'TLS with a CA of its own: refused with a word on sslrootcert, taken with it', run: tryTls },
];

/** A database behind TLS, whose CA is known to those who are told of it alone. */
async function tryTls(postgres: DurablePostgres): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-tls-'));
  chmodSync(folder, 0o755);
  const tls = makeCertificate(folder);
  chmodSync(tls.key, 0o644);
  try {
    return await behind({ mode: 'session', size: SIZE, tls }, async (pooler, databaseUrl) => {
      const unknown = await refusedFor('add &sslrootcert=', '?sslmode=verify-full')(pooler, databaseUrl);
      const url = `${pooler.url}?sslmode=verify-full&sslrootcert=${tls.certificate}`;
      const { code, output } = await runOnce('migrate', { DATABASE_URL: url });
      return code === 0 ? unknown : [...unknown, `with its CA: ${output}`];
    })(postgres);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm run check:pooler [-- words of a check …]`: PgBouncer, installed where it is missing, between the built service and PostgreSQL. */
async function main(): Promise<number> {
  const missing = installPrograms({ pgbouncer: 'pgbouncer', openssl: 'openssl' });
  if (missing.length > 0) return couldNotRun(`${missing.join(', ')}: not installed (Debian has it)`);
  const postgres = await startDurablePostgres();
  let failures = 0;
  try {
    const words = process.argv.slice(2);
    for (const { name, run } of checks.filter((check) => words.every((word) => check.name.includes(word)))) {
      const broken = await run(postgres);
      console.info(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${name}`);
      for (const line of broken) console.error(`       ${line}`);
      failures += broken.length;
    }
  } finally {
    await postgres.remove();
  }
  return failures === 0 ? 0 : 1;
}

process.exit(await main());
