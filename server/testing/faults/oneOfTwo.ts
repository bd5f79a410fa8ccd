import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fact } from '../wire.ts';
import { forEach, isAccepted, messageOf, post } from './deliveries.ts';
import { differences, endedLife, lifeOf, runningLife } from './lives.ts';
import { missing } from './missing.ts';
import { startDurablePostgres } from './postgres.ts';
import { startProxy } from './proxy.ts';
import { randomFrom } from './random.ts';
import type { RunOptions, Scenario } from './report.ts';
import { settingsFor, startService } from './service.ts';

const AT_ONCE = 40;

/** Two processes on one database behind a load balancer; one of them is killed again and again. */
export const oneOfTwo: Scenario = {
  name: 'one of two killed',
  promise: 'of two processes behind a proxy one is killed under load: no acknowledged event is lost',
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
    const seen = { accepted: new Set<string>(), refusals: 0, done: false };
    const kills = short ? 2 : 10;
    const killing = async () => {
      for (let kill = 1; kill <= kills; kill += 1) {
        while (seen.accepted.size < (facts.length * kill) / (kills + 2) && !seen.done) await sleep(2);
        const victim = services[random.below(2)];
        await victim?.kill();
        await victim?.start();
      }
    };
    try {
      const killed = killing();
      await forEach(facts, AT_ONCE, (fact) => sendUntilAccepted(`${proxy.url}/api/webhooks/payments`, fact, seen));
      seen.done = true;
      await killed;
      const broken = await missing(databaseUrl, seen.accepted);
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
      broken.push(...(await differences(pool, 'alpha', lives)));
      await pool.end();
      return {
        figures: { events: facts.length, kills, repeats: seen.refusals, 'acknowledged and lost': broken.length },
        broken,
      };
    } finally {
      seen.done = true;
      await proxy.close();
      await Promise.all(services.map((service) => service.remove()));
      await postgres.remove();
    }
  },
};

async function sendUntilAccepted(url: string, fact: Fact, seen: { accepted: Set<string>; refusals: number }) {
  while (!isAccepted(await post(url, messageOf('alpha', fact)))) {
    seen.refusals += 1;
    await sleep(50);
  }
  seen.accepted.add(fact.id);
}
