import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fact } from '../../events/wire.ts';
import { forEach, isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { differences, endedLife, type Life, lifeOf, runningLife } from '../parts/lives.ts';
import { type DurablePostgres, startDurablePostgres } from '../parts/postgres.ts';
import { type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { type Random, randomFrom } from '../random.ts';
import type { RunOptions, Scenario } from '../report.ts';

const AT_ONCE = 50;
const REPEAT_MS = 150;

interface Sent {
  accepted: number;
  attempts: number;
  gaveUp: number;
}

/** Retries every event that was not answered 2xx, while the server and the database are killed in random order. */
export const nothingLost: Scenario = {
  name: 'nothing lost',
  promise: 'with kill -9 and immediate database stops, no event answered 2xx is missing, and all are applied',
  async run({ seed, short }: RunOptions) {
    const random = randomFrom(seed);
    const lives = makeLives(short ? 40 : 2_000);
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const service = await startService(settingsFor(databaseUrl));
    try {
      const sent: Sent = { accepted: 0, attempts: 0, gaveUp: 0 };
      const facts = random.shuffle(lives.flatMap((life) => life.facts));
      const faults = random.shuffle(Array.from({ length: short ? 2 : 20 }, (_, index) => index % 2));
      const striking = strike({ postgres, service, random, sent, faults, total: facts.length });
      await forEach(facts, AT_ONCE, (fact) => sendUntilAccepted(service, fact, sent));
      await striking;
      const broken = await missing(databaseUrl, lives);
      if (sent.gaveUp > 0) broken.push(`${sent.gaveUp} events were never answered 2xx`);
      const figures = { events: facts.length, kills: count(faults, 0), 'database stops': count(faults, 1) };
      const repeats = sent.attempts - facts.length;
      return { figures: { ...figures, repeats, 'accepted and missing or wrong': broken.length }, broken };
    } finally {
      await service.remove();
      await postgres.remove();
    }
  },
};

const count = (faults: readonly number[], kind: number) => faults.filter((fault) => fault === kind).length;

function makeLives(many: number): Life[] {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return Array.from({ length: many }, (_, index) =>
    lifeOf({ name: `lost${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
  );
}

async function sendUntilAccepted({ webhookUrl }: ServiceProcess, fact: Fact, sent: Sent): Promise<void> {
  for (let attempt = 1; attempt <= 400; attempt += 1) {
    sent.attempts += 1;
    if (isAccepted(await post(webhookUrl, messageOf('alpha', fact)))) {
      sent.accepted += 1;
      return;
    }
    await sleep(REPEAT_MS);
  }
  sent.gaveUp += 1;
}

interface Strikes {
  postgres: DurablePostgres;
  service: ServiceProcess;
  random: Random;
  sent: Sent;
  /** 0: kill -9 of the server; 1: immediate stop of the database. */
  faults: readonly number[];
  total: number;
}

/** Starts each fault after a random number of accepted events. */
async function strike({ postgres, service, random, sent, faults, total }: Strikes): Promise<void> {
  const share = total / (faults.length + 1);
  for (const [index, fault] of faults.entries()) {
    const moment = Math.floor((index + random.next()) * share);
    while (sent.accepted < moment) await sleep(2);
    await sleep(random.below(20));
    if (fault === 0) {
      await service.kill();
      await service.start();
    } else {
      await postgres.crash();
      await sleep(random.below(700));
      await postgres.start();
    }
  }
}

async function missing(databaseUrl: string, lives: readonly Life[]): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const { rows } = await pool.query<{ eventId: string; outcome: string }>(
      `SELECT "eventId", outcome FROM webhook_event`,
    );
    const outcomes = new Map(rows.map(({ eventId, outcome }) => [eventId, outcome]));
    const facts = lives.flatMap((life) => life.facts);
    const lost = facts.filter(({ id }) => !outcomes.has(id)).map(({ id }) => `${id} was answered 2xx and is missing`);
    const unapplied = facts.flatMap(({ id }) => {
      const outcome = outcomes.get(id) ?? 'missing';
      return ['failed', 'unmatched', 'ignored'].includes(outcome) ? [`${id} is ${outcome}`] : [];
    });
    return [...lost, ...unapplied, ...(await differences(pool, 'alpha', lives))];
  } finally {
    await pool.end();
  }
}
