import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startSandboxCompanies } from '../../company/sandboxCompany.ts';
import { type Fact, type Provider, providers, truthOf } from '../../events/wire.ts';
import { forEach, isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { differences, endedLife, type Life, lifeOf, permutations, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { SECRET_KEY, settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import type { Report, Scenario } from '../report.ts';

const AT_ONCE = 24;
const REFETCHED_WITHIN_MS = 60_000;
const lives = { running: runningLife, ended: endedLife };

interface Ordered extends Life {
  provider: Provider;
  timing: 'distinct' | 'ties';
  order: Fact[];
}

export const orders: Scenario = {
  name: 'orders',
  promise:
    'all 120 orders of 5 events end with the right records, for each provider, with distinct seconds and with ties',
  async run({ seed, short }) {
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const companies = await startSandboxCompanies({ secretKey: SECRET_KEY });
    const service = await startService({ ...settingsFor(databaseUrl), ...companies.environment });
    try {
      const all = randomFrom(seed).shuffle(ordersOf(short ? 12 : 1));
      for (const provider of providers) {
        const truth = all.filter((life) => life.provider === provider);
        await companies[provider].know(...truth.map(({ snapshot, customer }) => truthOf(snapshot, customer)));
      }
      let refused = 0;
      await forEach(all, AT_ONCE, async ({ provider, order }) => {
        for (const fact of order)
          if (!isAccepted(await post(service.webhookUrl, messageOf(provider, fact)))) refused += 1;
      });
      const report = await judge(databaseUrl, all);
      if (refused > 0) report.broken.push(`${refused} deliveries were not answered 2xx`);
      const calls = await Promise.all(providers.map((provider) => companies[provider].calls()));
      return { ...report, figures: { ...report.figures, refetches: calls.flat().length } };
    } finally {
      await service.remove();
      await companies.close();
      await postgres.remove();
    }
  },
};

/** Every `step`th order of each life, for each provider and timing. */
function ordersOf(step: number): Ordered[] {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return providers.flatMap((provider) =>
    (['distinct', 'ties'] as const).flatMap((timing) =>
      Object.entries(lives).flatMap(([kind, steps]) =>
        permutations([0, 1, 2, 3, 4]).flatMap((positions, index): Ordered[] => {
          if (index % step > 0) return [];
          const name = [provider, timing, kind, index].join('_');
          const life = lifeOf({ name, steps, startsAt, apart: timing === 'ties' ? 0 : 60_000 });
          const order = positions.flatMap((position) => life.facts[position] ?? []);
          return [{ ...life, provider, timing, order }];
        }),
      ),
    ),
  );
}

async function judge(databaseUrl: string, all: readonly Ordered[]): Promise<Report> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const refetchesWaiting = await waitUntilRefetched(pool);
    const figures: Report['figures'] = {};
    const broken =
      refetchesWaiting > 0 ? [`${refetchesWaiting} ties were not refetched within ${REFETCHED_WITHIN_MS} ms`] : [];
    for (const provider of providers) {
      for (const timing of ['distinct', 'ties'] as const) {
        const chosen = all.filter((life) => life.provider === provider && life.timing === timing);
        const wrong = await differences(pool, provider, chosen);
        figures[`${provider} ${timing}`] = `${chosen.length - wrong.length}/${chosen.length}`;
        broken.push(...wrong);
      }
    }
    return { figures, broken };
  } finally {
    await pool.end();
  }
}

/** Waits until no refetch is pending. Resolves to the number that is still pending after the timeout. */
export async function waitUntilRefetched(pool: pg.Pool, withinMs = REFETCHED_WITHIN_MS): Promise<number> {
  for (const giveUpAt = Date.now() + withinMs; ; await sleep(100)) {
    const { rows } = await pool.query<{ owed: number }>('SELECT count(*)::int AS owed FROM refetch');
    const owed = rows[0]?.owed ?? 0;
    if (owed === 0 || Date.now() > giveUpAt) return owed;
  }
}
