import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Answer } from '../../calls/ask.ts';
import type { Fact } from '../../events/wire.ts';
import { isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { lifeOf, runningLife } from '../parts/lives.ts';
import { type DurablePostgres, MAX_CONNECTIONS, startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { type Random, randomFrom } from '../random.ts';
import { quantile, type Report, type Scenario } from '../report.ts';

const ANSWER_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 1_000;
const EVERY_MS = 100;

interface Setup {
  postgres: DurablePostgres;
  databaseUrl: string;
  service: ServiceProcess;
}

interface Fault {
  name: string;
  /** The minimum duration; where requests hang, it is longer than the timeouts. */
  atLeastMs: number;
  /** Starts the fault. Resolves to a function that ends it and resolves when the database serves again. */
  begin(setup: Setup): Promise<() => Promise<unknown>>;
}

const faults: Fault[] = [
  {
    name: 'stopped',
    atLeastMs: 500,
    async begin({ postgres }) {
      await postgres.crash();
      return postgres.start;
    },
  },
  {
    name: 'frozen',
    atLeastMs: 5_300,
    async begin({ postgres }) {
      postgres.freeze();
      return async () => postgres.thaw();
    },
  },
  {
    name: 'locked',
    atLeastMs: 5_300,
    async begin({ databaseUrl }) {
      const holder = await connect(databaseUrl);
      await holder.query('BEGIN; LOCK TABLE subscription IN ACCESS EXCLUSIVE MODE');
      return () => holder.end();
    },
  },
  { name: 'out of connections', atLeastMs: 500, begin: takeAllConnections },
];

export const databaseAway: Scenario = {
  name: 'database away',
  promise: 'every answer non-2xx within 5 s, the process lives, first 2xx within 1 s of the return',
  async run({ seed, short }) {
    const random = randomFrom(seed);
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const service = await startService(settingsFor(databaseUrl));
    const setup = { postgres, databaseUrl, service };
    try {
      const report: Report = { figures: {}, broken: [] };
      for (const fault of faults) {
        const strikes: Strike[] = [];
        for (let time = 1; time <= (short ? 1 : 10); time += 1) strikes.push(await strike(setup, fault, random));
        judge(fault.name, strikes, report);
      }
      return report;
    } finally {
      await service.remove();
      await postgres.remove();
    }
  },
};

interface Strike {
  /** Answers to deliveries that were sent during the fault. */
  all: Answer[];
  /** Those of them that came before its end. */
  away: Answer[];
  /** Time from the end of the fault to the first 2xx. */
  backAfterMs: number;
  alive: boolean;
}

/** One fault of random length, during a steady stream of deliveries. */
async function strike(setup: Setup, fault: Fault, random: Random): Promise<Strike> {
  const { service } = setup;
  const samePid = service.pid;
  const feed = streamOf(`away${strikeCount++}`);
  while (!isAccepted(await post(service.webhookUrl, messageOf('alpha', feed())))) await sleep(EVERY_MS);
  const giveBack = await fault.begin(setup);
  let isAway = true;
  const all: Answer[] = [];
  const away: Answer[] = [];
  const underWay: Promise<unknown>[] = [];
  const send = async () => {
    const answer = await post(service.webhookUrl, messageOf('alpha', feed()));
    all.push(answer);
    if (isAway) away.push(answer);
  };
  for (const until = Date.now() + fault.atLeastMs + random.below(1_500); Date.now() < until; await sleep(EVERY_MS)) {
    underWay.push(send());
  }
  isAway = false;
  await giveBack();
  const backAfterMs = await firstAccepted(service, feed, performance.now());
  await Promise.all(underWay);
  return { all, away, backAfterMs, alive: service.isAlive() && service.pid === samePid };
}

let strikeCount = 0;

function streamOf(name: string): () => Fact {
  let sent = 0;
  return () => {
    sent += 1;
    const life = lifeOf({ name: `${name}_${sent}`, steps: runningLife.slice(0, 1), startsAt: Date.now(), apart: 0 });
    return life.facts[0] as Fact;
  };
}

async function firstAccepted({ webhookUrl }: ServiceProcess, feed: () => Fact, since: number): Promise<number> {
  let first: number | undefined;
  const tries: Promise<unknown>[] = [];
  for (const giveUpAt = since + 20_000; first === undefined && performance.now() < giveUpAt; await sleep(20)) {
    const attempt = post(webhookUrl, messageOf('alpha', feed())).then((answer) => {
      if (isAccepted(answer)) first ??= performance.now() - since;
    });
    tries.push(attempt);
  }
  await Promise.all(tries);
  return first ?? Number.POSITIVE_INFINITY;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Takes every connection that ordinary users may have, and terminates the service's own. */
async function takeAllConnections({ postgres, databaseUrl }: Setup): Promise<() => Promise<unknown>> {
  const superuser = await connect(postgres.url);
  const holders: pg.Client[] = [];
  for (let refused = 0; refused < 20; ) {
    await superuser.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'subscription-payments%'`,
    );
    try {
      while (holders.length < MAX_CONNECTIONS) holders.push(await connect(databaseUrl));
    } catch {
      refused += 1;
    }
  }
  return () => Promise.all([...holders, superuser].map((client) => client.end()));
}

function judge(name: string, strikes: readonly Strike[], { figures, broken }: Report): void {
  const away = strikes.flatMap((strike) => strike.away);
  const all = strikes.flatMap((strike) => strike.all);
  const slowest = quantile(
    all.map(({ ms }) => ms),
    1,
  );
  const backAfter = strikes.map(({ backAfterMs }) => backAfterMs);
  const kept = strikes.filter(({ backAfterMs }) => backAfterMs <= BACK_WITHIN_MS).length;
  figures[name] = `${kept}/${strikes.length} back within 1 s (slowest ${quantile(backAfter, 1)} ms), ${
    away.length
  } refused, slowest answer ${slowest} ms`;
  const accepted = away.filter(isAccepted).length;
  if (away.length === 0) broken.push(`${name}: no delivery was answered during the fault`);
  if (accepted > 0) broken.push(`${name}: ${accepted} answers were 2xx`);
  const silent = all.filter(({ status }) => status === null).length;
  if (silent > 0) broken.push(`${name}: ${silent} deliveries were not answered`);
  if (slowest > ANSWER_WITHIN_MS) broken.push(`${name}: an answer took ${slowest} ms`);
  for (const ms of backAfter)
    if (ms > BACK_WITHIN_MS) broken.push(`${name}: the first 2xx came ${Math.round(ms)} ms late`);
  if (strikes.some(({ alive }) => !alive)) broken.push(`${name}: the process died`);
}
