import pg from 'pg';
import { openDatabase } from '../../database/client.ts';
import { forEach, isAccepted, messageOf, post } from '../faults/parts/deliveries.ts';
import { differences, endedLife, lifeOf, runningLife } from '../faults/parts/lives.ts';
import { type ServiceProcess, settingsFor, startService } from '../faults/parts/service.ts';
import { quantile } from '../faults/report.ts';
import { watchStream } from '../proxies/streams.ts';
import { runOnce } from './runOnce.ts';

const LIVES = 200;
const AT_ONCE = 40;
const SILENCE_MS = 1_000;
const LIMITS = `SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
  current_setting('TimeZone')) AS limits`;
const EXPECTED = { pool: '4s 3s UTC', webhookPool: '4s 3s UTC', jobPool: '2min 1s UTC' } as const;

/**
 * Checks everything that needs its own connection: limits, prepared statements, LISTEN, locks. Resolves to the
 * problems.
 */
export async function serveThrough(url: string): Promise<string[]> {
  const migrated = await runOnce('migrate', { DATABASE_URL: url });
  if (migrated.code !== 0) return [`db:migrate ended with ${migrated.code}: ${migrated.output}`];
  const broken = await wrongLimits(url);
  const service = await startService(settingsFor(url));
  try {
    broken.push(...(await deliver(service, url, 'first')));
    broken.push(...(await watchStream(service.url, SILENCE_MS)));
    await service.stop();
    if (service.exitCode() !== 0) broken.push(`the stop ended with ${service.exitCode()}`);
    await service.start();
    broken.push(...(await deliver(service, url, 'second')));
    const errors = service.output().match(/[^\n]*(prepared statement|startup parameter|"level":60)[^\n]*/g) ?? [];
    return [...broken, ...errors];
  } finally {
    await service.remove();
  }
}

async function wrongLimits(url: string): Promise<string[]> {
  const database = openDatabase({ url, max: 6, onError: () => {} });
  try {
    const broken: string[] = [];
    for (const name of ['pool', 'webhookPool', 'jobPool'] as const) {
      const { rows } = await database[name].query<{ limits: string }>(LIMITS);
      if (rows[0]?.limits !== EXPECTED[name]) broken.push(`${name} has the limits ${rows[0]?.limits}`);
    }
    return broken;
  } finally {
    await database.close();
  }
}

async function deliver({ webhookUrl }: ServiceProcess, url: string, name: string): Promise<string[]> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const lives = Array.from({ length: LIVES }, (_, index) =>
    lifeOf({ name: `${name}${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
  );
  const broken: string[] = [];
  const times: number[] = [];
  const facts = lives.flatMap((life) => life.facts);
  await forEach(facts, AT_ONCE, async (fact) => {
    const answer = await post(webhookUrl, messageOf('alpha', fact));
    times.push(answer.ms);
    if (!isAccepted(answer)) broken.push(`${fact.id} was answered ${answer.status} ${answer.text}`);
  });
  console.info(`       ${facts.length} webhooks, p99 ${quantile(times, 0.99)} ms`);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return [...broken, ...(await differences(pool, 'alpha', lives).finally(() => pool.end()))];
}
