import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPlansFile } from '../plans/readPlans.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { openCommand } from '../testing/app/command.ts';
import { alphaEvent, alphaSubscription } from '../testing/events/alphaObjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'plans-check-'));
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const id of ['sub_a', 'sub_b']) {
    const { id: userId } = await app.signUp();
    await app.deliver(alphaEvent('customer.subscription.updated', alphaSubscription(id, userId)));
  }
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function check(change: (text: string) => string) {
  const file = join(folder, 'plans.yaml');
  writeFileSync(file, change(readFileSync(defaultPlansFile, 'utf8')));
  const billing = openCommand(app);
  const { code, out } = await billing.run('plans', 'check', '--file', file);
  billing.close();
  return { code, out };
}

test('reports no change for the same file', async () => {
  const { code, out } = await check((text) => text);
  expect(code).toBe(0);
  expect(out).toMatch(/pro +month +2/);
  expect(out).toContain('(none)');
});

test('lists each change with the number of subscribers affected', async () => {
  const { code, out } = await check((text) =>
    text.replace("month: '9.90'", "month: '12.90'").replace('trial_days: 30', 'trial_days: 10'),
  );
  expect(code).toBe(0);
  expect(out).toMatch(/pro +price month +9\.90 usd +12\.90 usd +2/);
  expect(out).toMatch(/enterprise +trial days +30 +10 +0/);
});

test('reports a missing plan that has paying users; a plan no longer sold is not missing', async () => {
  const gone = await check((text) => text.replace('  pro:\n', '  professional:\n'));
  expect(gone.code).toBe(1);
  expect(gone.out).toMatch(/pro +plan +there +not in the file +2 +leaves with payers: they keep it as it is now/);
  const retired = await check((text) => text.replace('    popular: true\n', '    sold: false\n'));
  expect(retired.code).toBe(0);
  expect(retired.out).toMatch(/pro +sold +yes +no longer +2/);
});

test('reports where a file is invalid', async () => {
  const { code, out } = await check((text) => text.replace("month: '9.90'", 'month: 9.90'));
  expect(code).toBe(1);
  expect(out).toMatch(/plans\.yaml:\d+:\d+: plans\.pro\.prices\.month: must be an amount in quotes/);
});
