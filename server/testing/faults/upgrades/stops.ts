import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../calls/ask.ts';
import type { Fact } from '../../events/wire.ts';
import { isAccepted, messageOf, post } from '../parts/deliveries.ts';
import { endlessFacts } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { quantile, type RunOptions, type Scenario } from '../report.ts';

const AT_ONCE = 30;
/** The limit for the built program. */
const READY_MS = 3_000;

/** Stops the service with SIGTERM during deliveries; senders retry while nobody listens or a start answers 503. */
export const stops: Scenario = {
  name: 'stops under load',
  promise: '10 SIGTERMs under load cut no request, and it is ready again within 3 s',
  async run({ short }: RunOptions) {
    const rounds = short ? 2 : 10;
    const postgres = await startDurablePostgres();
    const service = await startService(settingsFor(await postgres.createDatabase()));
    const answers: Answer[] = [];
    let running = true;
    let starting = false;
    const deliver = async (fact: Fact) => {
      while (running) {
        const meetsStart = starting;
        const answer = await post(service.webhookUrl, messageOf('alpha', fact));
        if (!isUnheard(answer) && !(meetsStart && answer.status === 503)) return void answers.push(answer);
        await sleep(10);
      }
    };
    const facts = endlessFacts('stop');
    const senders = Array.from({ length: AT_ONCE }, async () => {
      while (running) await deliver(facts.next().value);
    });
    const downs: number[] = [];
    const broken: string[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500);
        await service.stop();
        if (service.exitCode() !== 0) broken.push(`the stop ended with ${service.exitCode()}`);
        const begun = performance.now();
        starting = true;
        await service.start();
        starting = false;
        downs.push(performance.now() - begun);
      }
      running = false;
      await Promise.all(senders);
    } finally {
      running = false;
      await service.remove();
      await postgres.remove();
    }
    const bad = answers.filter((answer) => !isAccepted(answer));
    broken.push(...bad.map(({ status, text }) => `a request was answered ${status}: ${text}`));
    if (!short) broken.push(...downs.filter((ms) => ms > READY_MS).map((ms) => `ready after ${Math.round(ms)} ms`));
    const figures = {
      stops: rounds,
      answered: answers.length,
      cut: bad.length,
      'slowest start ms': quantile(downs, 1),
    };
    return { figures, broken };
  },
};

/** The connection was refused: no request was cut. */
const isUnheard = ({ status, text }: Answer) => status === null && text.includes('ECONNREFUSED');
