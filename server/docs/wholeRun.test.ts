import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapterDefinitions, providerNames } from '../adapters/index.ts';
import { packageRoot } from '../settings/packageRoot.ts';

/** Of the page: most people pay by the month, and a list of payments reaches back to the oldest running period. */
const CUSTOMERS = 500_000;
const PAYMENTS = CUSTOMERS * (0.8 * 12 + 0.2);
const RETURNED = 0.01 * PAYMENTS;
/** By the name of the list; everybody's checkout session is perhaps younger than the oldest period. */
const OBJECTS: Record<string, number> = {
  purchases: CUSTOMERS,
  invoices: PAYMENTS,
  orders: PAYMENTS,
  transactions: PAYMENTS,
  refunds: RETURNED,
  disputes: RETURNED,
};
/** Objects a call, as every adapter's lists read them. */
const PAGE = 100;
const ANSWER_S = 0.3;
/** As `reconcileSlice.ts` has it. */
const atOnceFor = (rate: number) => Math.min(32, Math.max(8, Math.ceil(rate / 2)));

/**
 * Walks by a clock of its own: each worker takes the next call when its last one was answered, and no two calls begin
 * within the pace. Resolves to the seconds.
 */
function walk(calls: number, { rate, workers }: { rate: number; workers: number }): number {
  const free = Array.from({ length: workers }, () => 0);
  let next = 0;
  for (let made = 0; made < calls; made += 1) {
    const worker = made % workers;
    const begins = Math.max(next, free[worker] ?? 0);
    next = begins + 1 / rate;
    free[worker] = begins + ANSWER_S;
  }
  return Math.max(...free);
}

const hours = (seconds: number): string => `${Math.ceil(seconds / 3_600)}`;

function row(provider: (typeof providerNames)[number]): string[] {
  const adapter = adapterDefinitions[provider].create({
    secretKey: 'sk',
    webhookSecrets: ['whsec'],
    prices: [],
    knownPrices: [],
  });
  const { reconcileRate: rate, moneyLists } = adapter;
  const pages = (objects: number) => Math.ceil(objects / PAGE);
  // A page names where the next one begins, so they go one by one.
  const money = moneyLists.reduce((sum, name) => sum + pages(OBJECTS[name] ?? 0), 0);
  const list = (calls: number) => walk(calls, { rate, workers: 1 });
  const compared = walk(CUSTOMERS, { rate, workers: atOnceFor(rate) }) + list(money);
  const finished = list(2 * pages(CUSTOMERS) + money);
  const imported = list(3 * pages(CUSTOMERS) + money);
  return [provider, `${rate}`, hours(compared), hours(imported), hours(finished)];
}

test('the page says how long 500,000 customers take', () => {
  const page = readFileSync(join(packageRoot(), 'server/docs/operate.md'), 'utf8');
  const said = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) h \| (\d+) h \| (\d+) h \|$/gm)];
  expect(said.map((line) => line.slice(1))).toEqual(providerNames.map(row));
});

test('the walk keeps the pace, and waits for answers', () => {
  expect(walk(100, { rate: 10, workers: 8 })).toBeCloseTo(9.9 + ANSWER_S);
  expect(walk(100, { rate: 1_000, workers: 1 })).toBeCloseTo(100 * ANSWER_S);
});
