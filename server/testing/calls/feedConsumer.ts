import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import type { AccessAnswer } from '../../billing/access/accessAnswer.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import type { SandboxedApp } from '../app/sandboxedApp.ts';
import { randomFrom } from '../faults/random.ts';

const KEY = 'key-of-the-feed';
/** For the app that the consumer reads. */
export const CONSUMER_KEYS = { SERVICE_KEYS: `feed:changes+read:${hashOfKey(KEY)}` };
const STEP_HOURS = 6;
const STEPS = 200;
/** From here on no webhook arrives: access ends by time alone. */
const SILENT_FROM = 120;

interface Consumer {
  command: string;
  file: string;
  /** Decides which webhooks are lost. */
  seed: number;
}

export interface Followed {
  compared: number;
  wrong: string[];
  reasons: Set<string>;
}

/**
 * Runs an example that follows the change feed beside fifty days of four subscribers with lost webhooks, and compares
 * what it says every six hours with GET access.
 */
export async function followLife(app: SandboxedApp, { command, file, seed }: Consumer): Promise<Followed> {
  const random = randomFrom(seed);
  const people = [];
  for (const plan of ['pro', 'starter', 'pro', 'starter']) {
    const person = await app.signUp();
    const bought = await app.buy(person, { plan }, people.length === 3 ? { number: '4000000000000341' } : {});
    people.push({ ...person, subscriptionId: bought.subscriptionId });
  }
  const consumer = startConsumer(app, command, file);
  const seen: Followed = { compared: 0, wrong: [], reasons: new Set() };
  try {
    for (let step = 0; step < STEPS; step += 1) {
      await app.control('POST', 'switches', { drop: step >= SILENT_FROM || random.next() < 0.2 ? 1 : 0 });
      if (step === 60) await app.as(people[1]?.cookie ?? '', '/api/payments/change', { kind: 'cancel_at_period_end' });
      if (step === 90) await app.control('POST', `subscriptions/${people[2]?.subscriptionId}/cancel_now`);
      await app.moveClock({ seconds: STEP_HOURS * 3_600 });
      const answers = await consumer.ask(
        app.deps.billing.now(),
        people.map(({ id }) => id),
      );
      for (const [index, person] of people.entries()) {
        const [said, right] = [withoutTime(answers[index]), withoutTime(await app.access(person))];
        seen.compared += 1;
        seen.reasons.add(JSON.parse(right).reason);
        if (said !== right) seen.wrong.push(`step ${step}, person ${index}: ${said}, not ${right}`);
      }
    }
  } finally {
    await consumer.close();
  }
  return seen;
}

function startConsumer({ url }: SandboxedApp, command: string, file: string) {
  const cwd = join(packageRoot(), 'server/docs/examples');
  const child = spawn(command, [file, url, KEY], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(at: Date, userIds: readonly string[]): Promise<AccessAnswer[]> {
      child.stdin.write(`${[at.toISOString(), ...userIds].join(' ')}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended`);
      return JSON.parse(value) as AccessAnswer[];
    },
    async close() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await ended;
    },
  };
}

/** As text, with the keys in order. */
function withoutTime(access: AccessAnswer | undefined): string {
  const { asOf: _, ...rest } = access ?? ({} as AccessAnswer);
  return JSON.stringify(Object.fromEntries(Object.entries(rest).sort()));
}
