import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type OpenStream, openStream } from '../../calls/stream.ts';
import { startTcpProxy, type TcpMode, type TcpProxy } from '../../database/tcpProxy.ts';
import type { Fact } from '../../events/wire.ts';
import { until } from '../../run/until.ts';
import { isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { signUp, type Visitor } from '../parts/visitor.ts';
import { quantile, type Report, type RunOptions, type Scenario } from '../report.ts';

const STREAMS = 'subscription-payments streams';
const BACK_WITHIN_MS = 1_000;
/** The longest pause between two connection attempts of the feed. */
const BACK_OFF_MS = 1_000;
const PING_EVERY_S = 25;
const PEOPLE = 5;
const PAGES_EACH = 5;

interface Outage {
  seconds: number;
  mode: TcpMode;
}

const long = [1, 3, 8, 20, 60].flatMap((seconds): Outage[] => [
  { seconds, mode: 'cut' },
  { seconds, mode: 'refused' },
]);
const inShort: Outage[] = [
  { seconds: 2, mode: 'cut' },
  { seconds: 1, mode: 'refused' },
  { seconds: 1, mode: 'silent' },
];

interface Setup {
  services: ServiceProcess[];
  people: Visitor[];
  streams: OpenStream[];
  proxy: TcpProxy;
  /** A connection that bypasses the proxy. */
  direct: pg.Client;
  report: Report;
}

export const watchedOutages: Scenario = {
  name: 'outages with people watching',
  promise:
    'one listening connection a process, no growth over ten outages, first 2xx and first pushed change within 1 s',
  async run({ short }: RunOptions) {
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const proxy = await startTcpProxy(databaseUrl);
    const services = await Promise.all([startService(settingsFor(proxy.url)), startService(settingsFor(proxy.url))]);
    const direct = new pg.Client({ connectionString: databaseUrl });
    await direct.connect();
    const leave = new AbortController();
    const report: Report = { figures: {}, broken: [] };
    try {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, index) => signUp(services[0] as ServiceProcess, `watcher${index}`)),
      );
      const streams = await openPages(services, people, leave.signal);
      const setup = { services, people, streams, proxy, direct, report };
      await watch(setup, short ? inShort : [...long, { seconds: 20, mode: 'silent' }], short);
    } finally {
      leave.abort();
      await direct.end();
      await Promise.all(services.map((service) => service.remove()));
      await proxy.close();
      await postgres.remove();
    }
    return report;
  },
};

async function openPages(services: ServiceProcess[], people: Visitor[], signal: AbortSignal): Promise<OpenStream[]> {
  const pages = services.flatMap(({ url }) =>
    people.flatMap(({ cookie }) =>
      Array.from({ length: PAGES_EACH }, () => openStream((path, init) => fetch(url + path, init), cookie, signal)),
    ),
  );
  const streams = await Promise.all(pages);
  await until('every page has an event', () => streams.every((stream) => stream.told() > 0), 20_000);
  return streams;
}

async function watch(setup: Setup, outages: readonly Outage[], short: boolean): Promise<void> {
  const { services, streams, report, direct } = setup;
  await until('both processes listen', async () => (await listening(direct)) === services.length);
  const pids = services.map(({ pid }) => pid);
  const most = countListening(direct);
  const firsts: number[] = [];
  const pushes: number[] = [];
  const files: number[] = [];
  for (const outage of outages) {
    const { firstMs, pushedMs } = await strike(setup, outage);
    firsts.push(firstMs);
    pushes.push(pushedMs);
    files.push(Math.max(...pids.map(openFiles)));
  }
  const listeners = await most.stop();
  const [worstFirst, worstPush] = [quantile(firsts, 1), quantile(pushes, 1)];
  report.figures = {
    streams: streams.length,
    outages: outages.map(({ seconds, mode }) => `${mode} ${seconds} s`).join(', '),
    'listening connections at most': listeners,
    'first 2xx at most ms': worstFirst,
    'first pushed change at most ms': worstPush,
    'open files after the first and last': `${files[0]} and ${files.at(-1)}`,
  };
  if (listeners > services.length) report.broken.push(`${listeners} connections listened at once`);
  // The short run shares the machine with other tests.
  const patience = short ? 5 : 1;
  if (worstFirst > BACK_WITHIN_MS * patience) report.broken.push(`the first 2xx came after ${worstFirst} ms`);
  if (worstPush > (BACK_WITHIN_MS + BACK_OFF_MS) * patience)
    report.broken.push(`the first push came after ${worstPush} ms`);
  if ((files.at(-1) ?? 0) > (files[0] ?? 0) + 10) report.broken.push('the open files grew');
  if (services.some(({ pid }, index) => pid !== pids[index])) report.broken.push('a process died');
}

/** One outage and its durations. Every page must keep its stream and get the next change. */
async function strike(setup: Setup, { seconds, mode }: Outage): Promise<{ firstMs: number; pushedMs: number }> {
  const { services, people, streams, proxy, direct, report } = setup;
  const name = `${mode} ${seconds} s`;
  const [tries, told] = [proxy.attempts(STREAMS), streams.map((stream) => stream.told())];
  const pings = streams.map(pingsOf);
  await proxy.set(mode);
  await sleep(seconds * 1_000);
  const tried = proxy.attempts(STREAMS) - tries;
  if (tried > services.length * (6 + 2 * seconds)) report.broken.push(`${name}: ${tried} tries to connect`);
  await proxy.set('open');
  const since = performance.now();
  const [firstMs, pushedMs] = await Promise.all([
    Promise.all(services.map((service) => firstAccepted(service, since))).then((all) => Math.max(...all)),
    until(`${name}: every page gets the missed change`, () => allHeard(streams, told), 20_000).then(
      () => performance.now() - since,
    ),
  ]);
  const before = streams.map((stream) => stream.told());
  await Promise.all(people.map((person) => post(services[0]?.webhookUrl ?? '', messageOf('alpha', changeOf(person)))));
  await until(`${name}: every page gets the next change`, () => allHeard(streams, before), 20_000);
  if (streams.some((stream) => stream.hasEnded())) report.broken.push(`${name}: a page lost its stream`);
  const silent = streams.filter(
    (stream, index) => pingsOf(stream) - (pings[index] ?? 0) < Math.floor(seconds / PING_EVERY_S),
  );
  if (silent.length > 0) report.broken.push(`${name}: ${silent.length} streams got too few pings`);
  const now = await listening(direct);
  if (now !== services.length) report.broken.push(`${name}: ${now} connections listen afterwards`);
  return { firstMs, pushedMs };
}

const allHeard = (streams: readonly OpenStream[], before: readonly number[]) =>
  streams.every((stream, index) => stream.told() > (before[index] ?? 0));

const pingsOf = (stream: OpenStream) => stream.text().split('event: ping').length - 1;

let changes = 0;

function changeOf({ id }: Visitor): Fact {
  changes += 1;
  const life = lifeOf({ name: `watched${changes}`, steps: runningLife.slice(0, 1), startsAt: Date.now(), apart: 0 });
  const [fact] = life.facts;
  return { ...(fact as Fact), customer: { ...life.customer, userId: id } };
}

async function firstAccepted({ webhookUrl }: ServiceProcess, since: number): Promise<number> {
  const somebody = { id: 'somebody_else', cookie: '' };
  while (!isAccepted(await post(webhookUrl, messageOf('alpha', changeOf(somebody))))) {
    if (performance.now() - since > 20_000) return Number.POSITIVE_INFINITY;
    await sleep(20);
  }
  return performance.now() - since;
}

async function listening(direct: pg.Client): Promise<number> {
  const { rows } = await direct.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1',
    [STREAMS],
  );
  return rows[0]?.count ?? 0;
}

/** Counts the listening connections ten times a second; `stop` resolves to the maximum. */
function countListening(direct: pg.Client): { stop(): Promise<number> } {
  let most = 0;
  let running = true;
  const counting = (async () => {
    for (; running; await sleep(100)) most = Math.max(most, await listening(direct));
  })();
  return {
    async stop() {
      running = false;
      await counting;
      return most;
    },
  };
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
