import pg from 'pg';
import type { Fact } from '../../events/wire.ts';
import { forEach, isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { lifeOf } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import type { Scenario } from '../report.ts';

const AT_ONCE = 50;
const EVENTS = 100;

/** Delivers a hundred events, each of which creates one record, a hundred times to two processes. */
export const exactlyOnce: Scenario = {
  name: 'exactly once',
  promise: '10,000 deliveries of 100 events, 50 at once, to 2 processes on one database: exactly 100 effects',
  async run({ seed, short }) {
    const times = short ? 10 : 100;
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const services = [await startService(settingsFor(databaseUrl)), await startService(settingsFor(databaseUrl))];
    try {
      const facts = recordMakers();
      const deliveries = randomFrom(seed).shuffle(facts.flatMap((fact) => Array<Fact>(times).fill(fact)));
      let refused = 0;
      const begun = Date.now();
      await forEach(deliveries, AT_ONCE, async (fact, index) => {
        const answer = await post(services[index % 2]?.webhookUrl ?? '', messageOf('alpha', fact));
        if (!isAccepted(answer)) refused += 1;
      });
      const seconds = (Date.now() - begun) / 1000;
      const effects = await effectsIn(databaseUrl);
      const broken = brokenBy(effects, deliveries.length);
      if (refused > 0) broken.push(`${refused} deliveries were not answered 2xx`);
      const figures = { deliveries: deliveries.length, 'a second': Math.round(deliveries.length / seconds), refused };
      return { figures: { ...figures, ...effects }, broken };
    } finally {
      for (const service of services) await service.remove();
      await postgres.remove();
    }
  },
};

/** Twenty users with two subscriptions and three payments each. */
function recordMakers(): Fact[] {
  const startsAt = Date.now() - 3_600_000;
  return Array.from({ length: EVENTS / 5 }, (_, user) => {
    const lives = ['a', 'b'].map((which) =>
      lifeOf({
        name: `once${user}${which}`,
        steps: [
          ['created', {}],
          ['paid', {}],
        ],
        startsAt,
        apart: 60_000,
      }),
    );
    const [first, second] = lives.flatMap((life) => life.facts[1] ?? []);
    const third = first && { ...first, id: `${first.id}_more`, invoice: { id: `in_once${user}_more`, paid: true } };
    return [lives[0]?.facts[0], lives[1]?.facts[0], first, second, third].filter((fact) => fact !== undefined);
  }).flat();
}

interface Effects {
  [figure: string]: number;
  subscriptions: number;
  payments: number;
  applied: number;
  'ledger rows': number;
  'deliveries counted': number;
}

async function effectsIn(databaseUrl: string): Promise<Effects> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Effects>(`
      SELECT (SELECT count(*)::int FROM subscription) AS subscriptions,
        (SELECT count(*)::int FROM payment) AS payments,
        (SELECT count(*)::int FROM webhook_event WHERE outcome = 'applied') AS applied,
        (SELECT count(*)::int FROM webhook_event) AS "ledger rows",
        (SELECT sum(deliveries)::int FROM webhook_event) AS "deliveries counted"`);
    return rows[0] as Effects;
  } finally {
    await client.end();
  }
}

function brokenBy(effects: Effects, deliveries: number): string[] {
  const expected: Effects = {
    subscriptions: 40,
    payments: 60,
    applied: EVENTS,
    'ledger rows': EVENTS,
    'deliveries counted': deliveries,
  };
  return Object.entries(expected).flatMap(([figure, value]) =>
    effects[figure] === value ? [] : [`${figure}: ${effects[figure]} instead of ${value}`],
  );
}
