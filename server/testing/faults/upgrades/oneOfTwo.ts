import pg from 'pg';
import { startProxy } from '../outages/proxy.ts';
import { deliverUnderKills } from '../outages/underKills.ts';
import { differences, endedLife, lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import type { RunOptions, Scenario } from '../report.ts';
import { missing } from './missing.ts';

/** Two processes on one database behind a load balancer; one of them is killed repeatedly. */
export const oneOfTwo: Scenario = {
  name: 'one of two killed',
  promise: 'two processes behind a proxy, one of them killed repeatedly under load: no acknowledged event is lost',
  async run({ seed, short }: RunOptions) {
    const random = randomFrom(seed);
    const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
    const lives = Array.from({ length: short ? 60 : 1_000 }, (_, index) =>
      lifeOf({ name: `two${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
    );
    const facts = random.shuffle(lives.flatMap((life) => life.facts));
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const services = await Promise.all([
      startService(settingsFor(databaseUrl)),
      startService(settingsFor(databaseUrl)),
    ]);
    const proxy = await startProxy(services.map(({ url }) => url));
    try {
      const kills = short ? 2 : 10;
      const seen = await deliverUnderKills({ facts, url: proxy.url, services, kills, random });
      const broken = await missing(databaseUrl, seen.accepted);
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
      broken.push(...(await differences(pool, 'alpha', lives)));
      await pool.end();
      return {
        figures: { events: facts.length, kills, repeats: seen.refusals, 'acknowledged and lost': broken.length },
        broken,
      };
    } finally {
      await proxy.close();
      await Promise.all(services.map((service) => service.remove()));
      await postgres.remove();
    }
  },
};
