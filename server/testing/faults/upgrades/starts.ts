import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../calls/ask.ts';
import { removeDataDir, temporaryDataDir } from '../../database/databaseServer.ts';
import { clickCheckout, signUp, type Visitor } from '../parts/visitor.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Report, RunOptions, Scenario } from '../report.ts';
import { programsOf, type StartTrial, type Trial, withTrials } from './trial.ts';

/** Interrupts starts with the embedded database and sandbox, and starts a second service in the same folder. */
export const starts: Scenario = {
  name: 'starts that are broken off',
  promise:
    'SIGTERM at any moment of a start leaves no process; a second start in a folder is refused and loses nothing',
  async run({ seed, short }: RunOptions) {
    const dataDir = await temporaryDataDir();
    const report: Report = { figures: {}, broken: [] };
    try {
      await withTrials(async (start) => {
        for (const name of ['main', 'migrate'] as const)
          await breakOff({ name, dataDir, start, moments: short ? 2 : 40, random: randomFrom(seed) }, report);
        await startTwice(join(dataDir, 'twice'), start, report);
      });
      return report;
    } finally {
      await removeDataDir(dataDir);
    }
  },
};

interface Series {
  name: 'main' | 'migrate';
  dataDir: string;
  start: StartTrial;
  moments: number;
  random: Random;
}

async function breakOff({ name, dataDir, start, moments, random }: Series, { figures, broken }: Report): Promise<void> {
  const begun = performance.now();
  const first = start(name, join(dataDir, name));
  await Promise.race([first.isReady(), first.hasEnded()]);
  const took = performance.now() - begun;
  await first.stop();
  let left = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    // Every other start has to create its database.
    const folder = join(dataDir, moment % 2 ? name : `${name}${moment}`);
    const trial = start(name, folder);
    const after = Math.round(random.next() * took);
    await sleep(after);
    await trial.stop();
    const programs = await programsOf(folder);
    left += programs.length;
    broken.push(...programs.map((line) => `${name}, stopped after ${after} ms, left ${line}`));
  }
  const last = start('main', join(dataDir, name));
  if (!(await last.isReady())) broken.push(`the next start failed: ${last.output()}`);
  const code = await last.stop();
  if (code !== 0) broken.push(`the stop of the last one ended with ${code}`);
  figures[`${name}: stops`] = moments;
  figures[`${name}: left`] = left;
}

async function startTwice(dataDir: string, start: StartTrial, { figures, broken }: Report): Promise<void> {
  const first = start('main', dataDir);
  await first.isReady();
  const visitor = await signUp(first, 'twice');
  await buy(first, visitor);
  const second = start('main', dataDir);
  if (await second.isReady()) broken.push('a second start in the same folder was not refused');
  if (!second.output().includes('Another sandbox works in')) broken.push(`it gave no reason: ${second.output()}`);
  await second.stop();
  const later = await signUp(first, 'later');
  await buy(first, later);
  await first.stop();
  const next = start('main', dataDir);
  await next.isReady();
  for (const { cookie } of [visitor, later]) {
    const { text } = await ask(`${next.url}/api/payments/subscription`, { headers: { cookie } });
    if (!text.includes('"plan":"pro"')) broken.push(`after a restart a purchase is ${text}`);
  }
  const { text } = await ask(`${next.sandboxUrl}/_sandbox/truth`, { headers: { 'x-sandbox': '1' } });
  const { subscriptions } = JSON.parse(text) as { subscriptions: unknown[] };
  figures['purchases kept'] = `${subscriptions.length} of 2`;
  if (subscriptions.length !== 2) broken.push(`the provider has ${subscriptions.length} of 2 purchases`);
  await next.stop();
  broken.push(...(await programsOf(dataDir)).map((line) => `left ${line}`));
}

async function buy(trial: Trial, visitor: Visitor): Promise<void> {
  const { status, text } = await clickCheckout(trial, visitor, 'pro');
  if (status !== 200) throw new Error(`A checkout was answered ${status} ${text}`);
  const { sessionId } = JSON.parse(text) as { sessionId: string };
  const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
  for (const path of [`checkouts/${sessionId}/pay`, 'settle'])
    await ask(`${trial.sandboxUrl}/_sandbox/${path}`, { method: 'POST', headers, body: '{}' });
}
