import { setTimeout as sleep } from 'node:timers/promises';
import type { Fact } from '../../events/wire.ts';
import { forEach, isAccepted, messageOf, post } from '../parts/deliveries.ts';
import type { ServiceProcess } from '../parts/service.ts';
import type { Random } from '../random.ts';

const AT_ONCE = 40;

interface UnderKills {
  facts: readonly Fact[];
  /** The URL of the proxy before the services. */
  url: string;
  services: readonly ServiceProcess[];
  kills: number;
  random: Random;
}

/** Delivers every event until it is acknowledged; meanwhile random services are killed and restarted. */
export async function deliverUnderKills({ facts, url, services, kills, random }: UnderKills) {
  const seen = { accepted: new Set<string>(), refusals: 0, done: false };
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (seen.accepted.size < (facts.length * kill) / (kills + 2) && !seen.done) await sleep(2);
      const victim = services[random.below(services.length)];
      await victim?.kill();
      await victim?.start();
    }
  };
  const killed = killing();
  try {
    await forEach(facts, AT_ONCE, async (fact) => {
      seen.refusals += await sendUntilAccepted(url, fact);
      seen.accepted.add(fact.id);
    });
  } finally {
    seen.done = true;
    await killed;
  }
  return seen;
}

/** Resolves to the number of refused attempts. */
export async function sendUntilAccepted(url: string, fact: Fact): Promise<number> {
  let refusals = 0;
  while (!isAccepted(await post(`${url}/api/webhooks/payments`, messageOf('alpha', fact)))) {
    refusals += 1;
    await sleep(50);
  }
  return refusals;
}
