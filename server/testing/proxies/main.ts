import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DurablePostgres, startDurablePostgres } from '../faults/parts/postgres.ts';
import { couldNotRun, findProgram, installPrograms } from '../run/debian.ts';
import { tryProxy } from './arrangement.ts';
import { proxyKinds } from './kinds.ts';
import { makeCertificate } from './proxy.ts';
import { printTable, type Row } from './table.ts';

/**
 * `npm run check:proxies [-- --only nginx --replacements 10 --per-second 200 --silence 65]`: runs each proxy with its
 * documented configuration before two built processes. Exits with 1 if a webhook was not answered 200 or anything else
 * differs from the documentation.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      replacements: { type: 'string', default: '10' },
      'per-second': { type: 'string', default: '200' },
      silence: { type: 'string', default: '65' },
    },
  });
  const missing = installPrograms({ nginx: 'nginx-light', haproxy: 'haproxy', caddy: 'caddy', openssl: 'openssl' });
  if (missing.length > 0) return couldNotRun(`${missing.join(', ')}: not installed (Debian has them)`);
  const root = mkdtempSync(join(tmpdir(), 'proxies-'));
  const postgres = await startDurablePostgres();
  try {
    const options = {
      replacements: Number(values.replacements),
      perSecond: Number(values['per-second']),
      silenceMs: 1_000 * Number(values.silence),
    };
    const rows = await tryEach(root, postgres, { only: values.only, options });
    printTable(rows);
    for (const { name, broken } of rows) for (const line of broken) console.error(`BROKEN  ${name}: ${line}`);
    return rows.length > 0 && rows.every(({ broken }) => broken.length === 0) ? 0 : 1;
  } finally {
    await postgres.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

type Chosen = { only: string; options: Parameters<typeof tryProxy>[1]['options'] };

async function tryEach(root: string, postgres: DurablePostgres, { only, options }: Chosen): Promise<Row[]> {
  const certificate = makeCertificate(root);
  const rows: Row[] = [];
  for (const kind of proxyKinds.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))) {
    const folder = join(root, kind.program);
    mkdirSync(folder);
    console.info(`${kind.name} ${versionOf(kind.program)}`);
    const databaseUrl = await postgres.createDatabase();
    rows.push({
      name: `${kind.name} ${versionOf(kind.program)}`,
      ...(await tryProxy(kind, { folder, ...certificate, databaseUrl, options })),
    });
  }
  return rows;
}

function versionOf(program: string): string {
  const flag = { nginx: '-v', haproxy: '-v' }[program] ?? 'version';
  const text = execFileSync('sh', ['-c', `"${findProgram(program)}" ${flag} 2>&1`], { encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(text)?.[0] ?? '';
}

process.exit(await main());
