import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { updateRequests } from '../testing/load/events.ts';
import { runLoad } from '../testing/load/load.ts';
import { processorSeconds } from '../testing/load/processor.ts';
import { fill } from './fill.ts';
import { purchaseRequests } from './purchases.ts';
import { describeMachine } from './report.ts';
import { openStage, type Stage } from './stage.ts';

const CONNECTIONS = 8;
const AT_ONCE = 3_300;
const TOGETHER = 60;
const SUBSCRIPTIONS = 500;
const MILLION = 1_000_000;

type Requests = (round: number) => Buffer[] | Promise<Buffer[]>;

const traffic: Record<string, Requests> = {
  'all events of purchases, three providers': (round) =>
    purchaseRequests({ count: AT_ONCE, round, together: TOGETHER }),
  'updates of 500 subscriptions at Stripe': (round) =>
    updateRequests({ subscriptions: SUBSCRIPTIONS, count: AT_ONCE, round }),
};

/** Bytes of each table with its indexes; the ledger's bodies as one. */
const SIZES = `SELECT CASE WHEN relname LIKE 'webhook_event_body%' THEN 'bodies' WHEN relname = 'webhook_event' THEN 'ledger'
    ELSE 'records' END AS part, sum(pg_total_relation_size(oid))::float8 AS bytes
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY 1`;
const WAL = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`;
const LEFT = 'SELECT FROM access_change LIMIT 1';

const PARTS = ['bodies', 'ledger', 'records', 'wal'];

async function read(client: pg.Client): Promise<Map<string, number>> {
  const { rows: parts } = await client.query<{ part: string; bytes: number }>(SIZES);
  const { rows } = await client.query<{ bytes: number }>(WAL);
  return new Map([...parts.map(({ part, bytes }) => [part, bytes] as const), ['wal', rows[0]?.bytes ?? 0]]);
}

interface Case {
  name: string;
  compression: 'off' | 'on';
  events: number;
}

/** One line of the table: what a million of these events would cost. */
async function measure(stage: Stage, { name, compression, events }: Case): Promise<string> {
  const url = await stage.createMigrated();
  await fill(url, { people: SUBSCRIPTIONS, subscriptions: SUBSCRIPTIONS, ledgerRows: 0 });
  const client = new pg.Client({ connectionString: url });
  // Its database is dropped when something fails.
  client.on('error', () => {});
  await client.connect();
  await client.query(`ALTER SYSTEM SET wal_compression = ${compression}`);
  await client.query('SELECT pg_reload_conf()');
  const { port, pid } = await stage.startOurs({ DATABASE_URL: url });
  await client.query('CHECKPOINT');
  const clock = () => ({ service: processorSeconds(pid), database: stage.databaseSeconds() });
  const [before, begun] = [await read(client), clock()];
  let sent = 0;
  for (let round = 0; sent < events; round += 1) {
    const requests = await (traffic[name] as Requests)(round);
    const { ok } = await runLoad({ port, connections: CONNECTIONS, requests });
    // A sender would repeat the others.
    if (ok === 0) throw new Error('No event was answered 200');
    sent += ok;
  }
  while ((await client.query(LEFT)).rowCount) await sleep(100);
  const [after, ended] = [await read(client), clock()];
  await client.end();
  await stage.clear();
  const each = (amount: number) => (amount / sent) * MILLION;
  const sizes = PARTS.map((part) => (each((after.get(part) ?? 0) - (before.get(part) ?? 0)) / 1e9).toFixed(2));
  const times = [ended.database - begun.database, ended.service - begun.service].map((seconds) =>
    (each(seconds) / 60).toFixed(1),
  );
  return `| ${name} | ${compression} | ${[...sizes, ...times].join(' | ')} |`;
}

/** `npm run bench:growth [-- --events 33000]`: what a million webhooks cost, from so many of each kind. */
const { values } = parseArgs({ options: { events: { type: 'string', default: '33000' } } });
const stage = await openStage(1);
try {
  console.info(
    `${describeMachine()}; ${values.events} events of each kind, times ${MILLION / Number(values.events)}\n`,
  );
  console.info(
    `| a million events | wal_compression | ${PARTS.join(' GB | ')} GB | PostgreSQL CPU min | service CPU min |`,
  );
  console.info('|---|---|---:|---:|---:|---:|---:|---:|');
  for (const name of Object.keys(traffic))
    for (const compression of ['off', 'on'] as const)
      console.info(await measure(stage, { name, compression, events: Number(values.events) }));
} finally {
  await stage.close();
}
