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
  /** Resolves to the problems. */
  run(postgres: DurablePostgres): Promise<string[]>;
}

/** Runs the check on an empty database behind PgBouncer. */
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
    name: 'session mode: the service migrates, serves, pushes changes and restarts, with every limit in place',
    run: behind({ mode: 'session', size: SIZE }, ({ url }) => serveThrough(url)),
  },
  {
    name: 'transaction mode: the service does not start, names the right setting and changes nothing',
    run: behind({ mode: 'transaction', size: SIZE }, refusedFor('set pool_mode = session')),
  },
  {
    name: 'statement mode: the same',
    run: behind({ mode: 'statement', size: SIZE }, refusedFor('set pool_mode = session')),
  },
  {
    name: 'one connection for all: the service does not start and names default_pool_size',
    run: behind({ mode: 'session', size: 1 }, refusedFor('default_pool_size')),
  },
  {
    name: 'options in the URL: the service does not start and says where they belong',
    run: behind({ mode: 'session', size: SIZE }, refusedFor('ALTER ROLE', '?options=-c%20search_path%3Dpublic')),
  },
  { name: 'TLS with a private CA: refused with a hint to sslrootcert, accepted with it', run: tryTls },
];

/** A database with TLS whose CA is only trusted when it is given. */
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

/**
 * `npm run check:pooler [-- words of a check …]`: installs PgBouncer if needed and runs it between the built service
 * and PostgreSQL.
 */
async function main(): Promise<number> {
  const missing = installPrograms({ pgbouncer: 'pgbouncer', openssl: 'openssl' });
  if (missing.length > 0) return couldNotRun(`${missing.join(', ')}: not installed (Debian has it)`);
  const postgres = await startDurablePostgres();
  let failures = 0;
  try {
    const words = process.argv.slice(2);
    for (const { name, run } of checks.filter((check) => words.every((word) => check.name.includes(word)))) {
      const broken = await run(postgres);
      console.info(`${broken.length === 0 ? 'OK    ' : 'BROKEN'} ${name}`);
      for (const line of broken) console.error(`       ${line}`);
      failures += broken.length;
    }
  } finally {
    await postgres.remove();
  }
  return failures === 0 ? 0 : 1;
}

process.exit(await main());
