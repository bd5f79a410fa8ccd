import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { SECRET, updateRequests } from './events.ts';
import { type LoadResult, runLoad } from './load.ts';
import { startTarget, type Target } from './target.ts';

const ROUNDS = 5;
const PER_ROUND = 4_000;
const SUBSCRIPTIONS = 500;

interface Measured extends LoadResult {
  /** Milliseconds of the server's processor time an event. */
  cpu: number;
}

async function measure(target: Target, connections: number, requests: Buffer[]): Promise<Measured> {
  const before = target.cpu();
  const result = await runLoad({ port: target.port, connections, requests });
  if (result.ok !== result.answers)
    throw new Error(`${target.name} answered ${result.answers - result.ok} not with 200`);
  return { ...result, cpu: ((target.cpu() - before) * 1000) / result.answers };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function summarize(results: Measured[]): Measured {
  const of = (name: keyof Measured) => median(results.map((result) => result[name]));
  return {
    answers: of('answers'),
    ok: of('ok'),
    seconds: of('seconds'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
  };
}

/** Interleaved rounds, so that what else the machine does strikes all alike. */
async function compare(targets: Target[], connections: number, count: number): Promise<Map<string, Measured>> {
  const results = new Map(targets.map(({ name }) => [name, [] as Measured[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const requests = updateRequests({ subscriptions: SUBSCRIPTIONS, count, round: round * 10 + connections });
      const measured = await measure(target, connections, requests);
      if (round > 0) results.get(target.name)?.push(measured);
    }
  }
  return new Map([...results].map(([name, all]) => [name, summarize(all)]));
}

function print(title: string, results: Map<string, Measured>, targets: Target[]): void {
  const ours = results.get('ours') as Measured;
  const rows = [...results].map(([name, result]) => ({
    server: name,
    'req/s': Math.round(result.perSecond),
    'p50 ms': result.p50.toFixed(2),
    'p99 ms': result.p99.toFixed(2),
    'CPU ms/event': result.cpu.toFixed(2),
    'peak MB': Math.round(targets.find((target) => target.name === name)?.peakMemory() ?? 0),
    'ours / it, req/s': (ours.perSecond / result.perSecond).toFixed(2),
    'ours / it, p50': (ours.p50 / result.p50).toFixed(2),
    'ours / it, p99': (ours.p99 / result.p99).toFixed(2),
  }));
  console.info(`\n${title}`);
  console.table(rows);
}

async function main(): Promise<void> {
  console.info(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'subscription-payments-bench-'));
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const targets: Target[] = [];
  try {
    const urlOf = await makeDatabases(database.url);
    const tsx = [process.execPath, '--import', 'tsx'];
    const production = { NODE_ENV: 'production' };
    targets.push(
      await startTarget('floor', { command: [...tsx, 'server/bench/targets/floor.ts'], environment: production }),
    );
    targets.push(
      await startTarget('reference', {
        command: [...tsx, 'server/bench/targets/reference.ts', urlOf('reference')],
        environment: production,
      }),
    );
    targets.push(
      await startTarget('ours', {
        command: [process.execPath, 'dist/server/main.js'],
        environment: await ourEnvironment(urlOf('ours')),
      }),
    );
    print(
      '16 connections, customer.subscription.updated over 500 subscriptions',
      await compare(targets, 16, PER_ROUND),
      targets,
    );
    print('1 connection', await compare(targets, 1, PER_ROUND / 4), targets);
  } finally {
    for (const target of targets) await target.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeDatabases(server: string): Promise<(name: string) => string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  for (const name of ['reference', 'ours']) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function ourEnvironment(databaseUrl: string): Promise<Record<string, string>> {
  const port = await freePort();
  return {
    ...{
      NODE_ENV: 'production',
      PORT: `${port}`,
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
    },
    ...{ AUTH_SECRET: 'bench-secret-0123456789abcdef', ALPHA_SECRET_KEY: 'sk_bench', ALPHA_WEBHOOK_SECRET: SECRET },
    ...{ ALPHA_PRICE_PRO_MONTH: 'price_pro_month', SANDBOX: 'off', RECONCILE_EVERY: 'off', LOG_LEVEL: 'warn' },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

await main();
