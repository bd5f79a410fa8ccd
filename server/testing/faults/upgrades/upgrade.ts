import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../../calls/ask.ts';
import type { Fact } from '../../events/wire.ts';
import { type Sent, sendSteadily } from '../growth/steadily.ts';
import { differences, endedLife, type Life, lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { signUp } from '../parts/visitor.ts';
import { type Random, randomFrom } from '../random.ts';
import { quantile, type Report, type RunOptions, type Scenario } from '../report.ts';
import { watchLockWaits } from './lockWaits.ts';
import { missing } from './missing.ts';
import { buildNextRelease } from './nextRelease.ts';

const LENGTHS = {
  long: { perSecond: 200, readerMs: 25_000, besideMs: 15_000 },
  short: { perSecond: 50, readerMs: 5_000, besideMs: 3_000 },
};
const LONGEST_WAIT_MS = 1_000;
const AT_A_TIME = 20;
const REPEATED = 0.1;

interface Setup {
  previous: ServiceProcess;
  /** Starts the next release. */
  command: string[];
  databaseUrl: string;
  lengths: (typeof LENGTHS)['long'];
}

export const upgrade: Scenario = {
  name: 'upgrade under load',
  promise:
    'a next release with made-up migrations migrates and serves beside this build, under 200 webhooks a second and a 25 s reader of every table: all answered 200, none lost, no wait over 1 s for a table',
  async run({ seed, short }: RunOptions) {
    const lengths = short ? LENGTHS.short : LENGTHS.long;
    const release = await buildNextRelease();
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const previous = await startService(settingsFor(databaseUrl));
    try {
      return await replace({ previous, command: release.command, databaseUrl, lengths }, randomFrom(seed));
    } finally {
      await previous.remove();
      await postgres.remove();
      await release.remove();
    }
  },
};

async function replace(setup: Setup, random: Random): Promise<Report> {
  const { previous, command, databaseUrl, lengths } = setup;
  const broken: string[] = [];
  const lives: Life[] = [];
  const receivers = [previous];
  const visitor = await signUp(previous, 'upgrading');
  const load = sendSteadily(() => random.pick(receivers).webhookUrl, mixedFacts(random, lives), lengths.perSecond);
  await sleep(1_000);
  const waits = await watchLockWaits(databaseUrl);
  const released = holdTables(databaseUrl, lengths.readerMs);
  const begun = performance.now();
  const next = await startService({ ...settingsFor(databaseUrl), LOG_LEVEL: 'info' }, command);
  const readyAfter = performance.now() - begun;
  receivers.push(next);
  try {
    await released;
    await sleep(lengths.besideMs);
    broken.push(...(await wrongAnswers([previous, next], visitor.cookie)));
    receivers.shift();
    await sleep(500);
    await previous.stop();
    await sleep(500);
    const sent = await load.end();
    const longest = await waits.longest();
    if (longest > LONGEST_WAIT_MS) broken.push(`a statement waited ${longest} ms for a table`);
    broken.push(...(await judge(sent, databaseUrl)), ...(await recordsOff(databaseUrl, { sent, lives })));
    const times = sent.map(({ answer }) => answer.ms);
    const figures = {
      webhooks: sent.length,
      'p99 ms': quantile(times, 0.99),
      'slowest ms': quantile(times, 1),
      'longest wait for a table ms': longest,
      'ready after s': (readyAfter / 1000).toFixed(1),
      migrations: (next.output().match(/Applied migration/g) ?? []).length,
    };
    return { figures, broken };
  } finally {
    await next.remove();
  }
}

/** Complete lives in shuffled groups; some events are sent twice, as providers do. */
function* mixedFacts(random: Random, lives: Life[]): Generator<Fact, never> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  for (;;) {
    const some = Array.from({ length: AT_A_TIME }, (_, index) =>
      lifeOf({
        name: `upgrade${lives.length + index}`,
        steps: index % 2 ? endedLife : runningLife,
        startsAt,
        apart: 60_000,
      }),
    );
    lives.push(...some);
    const facts = some.flatMap((life) => life.facts);
    const repeats = facts.filter(() => random.next() < REPEATED);
    yield* random.shuffle([...facts, ...repeats]);
  }
}

/** Reads every table in one long transaction, as `pg_dump` does. Resolves after its commit. */
async function holdTables(connectionString: string, ms: number): Promise<void> {
  const reader = new pg.Client({ connectionString });
  await reader.connect();
  const { rows } = await reader.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  for (const { name } of rows) await reader.query(`SELECT count(*) FROM ${name}`);
  await sleep(ms);
  await reader.query('COMMIT');
  await reader.end();
}

/** Checks that both services are ready and accept the same session. */
async function wrongAnswers(services: readonly ServiceProcess[], cookie: string): Promise<string[]> {
  const broken: string[] = [];
  for (const { url } of services) {
    for (const path of ['/api/health/ready', '/api/payments/subscription']) {
      const { status, text } = await ask(`${url}${path}`, { headers: { cookie } });
      if (status !== 200) broken.push(`${path} of ${url} is answered ${status} ${text}`);
    }
  }
  return broken;
}

async function judge(sent: readonly Sent[], databaseUrl: string): Promise<string[]> {
  const refused = sent.filter(({ answer }) => answer.status !== 200);
  const accepted = sent.filter(({ answer }) => answer.status === 200).map(({ id }) => id);
  return [
    ...refused.map(({ id, answer }) => `${id} was answered ${answer.status} ${answer.text}`),
    ...(await missing(databaseUrl, new Set(accepted))),
  ];
}

/** Compares the records of complete lives: the last few were interrupted. */
async function recordsOff(
  databaseUrl: string,
  told: { sent: readonly Sent[]; lives: readonly Life[] },
): Promise<string[]> {
  const ids = new Set(told.sent.map(({ id }) => id));
  const whole = told.lives.filter(({ facts }) => facts.every(({ id }) => ids.has(id)));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const off = await differences(pool, 'alpha', whole).finally(() => pool.end());
  return whole.length > 0 ? off : ['no life was delivered completely'];
}
