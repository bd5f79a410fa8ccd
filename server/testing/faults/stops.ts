import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, forEach, isAccepted, messageOf, post } from './deliveries.ts';
import { endedLife, lifeOf, runningLife } from './lives.ts';
import { startDurablePostgres } from './postgres.ts';
import { quantile, type RunOptions, type Scenario } from './report.ts';
import { settingsFor, startService } from './service.ts';

const AT_ONCE = 30;
/** The built program; sources are translated first. */
const READY_MS = 3_000;

/** Stops the service politely while deliveries come in; a sender who finds nobody listening knocks again. */
export const stops: Scenario = {
  name: 'stops under load',
  promise: '10 SIGTERMs under load cut no request, and it is ready again within 3 s',
  async run({ short }: RunOptions) {
    const rounds = short ? 2 : 10;
    const postgres = await startDurablePostgres();
    const service = await startService(settingsFor(await postgres.createDatabase()));
    const answers: Answer[] = [];
    let running = true;
    const load = forEach(endlessFacts(), AT_ONCE, async (fact) => {
      while (running) {
        const answer = await post(service.webhookUrl, messageOf('alpha', fact));
        if (!isUnheard(answer)) return void answers.push(answer);
        await sleep(10);
      }
    });
    const downs: number[] = [];
    const broken: string[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500);
        await service.stop();
        if (service.exitCode() !== 0) broken.push(`the stop ended with ${service.exitCode()}`);
        const begun = performance.now();
        await service.start();
        downs.push(performance.now() - begun);
      }
      running = false;
      await load;
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

/** Nobody listened: nothing was cut. */
const isUnheard = ({ status, text }: Answer) => status === null && text.includes('ECONNREFUSED');

function endlessFacts() {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return Array.from({ length: 4_000 }, (_, index) =>
    lifeOf({ name: `stop${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
  ).flatMap((life) => life.facts);
}
