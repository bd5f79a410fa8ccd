import { expect, test } from 'vitest';
import { asPaid } from './scheduledChange.ts';

const end = new Date(Date.UTC(2026, 9, 31));
const later = new Date(Date.UTC(2026, 10, 30));
const terms = { interval: 'month', quantity: 1 };
const from = { ...terms, plan: 'enterprise', priceId: 'price_e', amount: '99.90', periodEnd: end.toISOString() };
const to = { ...terms, plan: 'pro', priceId: 'price_p', amount: '9.90' };
const scheduledChange = { kind: 'plan', waitsAs: 'price', at: end.toISOString(), from, to };
const row = { ...to, status: 'active', standing: 'running', currentPeriodEnd: end, scheduledChange };

test.each([
  ['it waits', {}, 'enterprise'],
  ['it ended before the lower price began', { status: 'canceled' }, 'enterprise'],
  ['the lower price has begun', { currentPeriodEnd: later }, 'pro'],
  ['it ended after the lower price had begun', { status: 'canceled', currentPeriodEnd: later }, 'pro'],
  ['there is none', { scheduledChange: null }, 'pro'],
])('a lower price that the provider has already is not what is paid for: %s', (...[, changes, plan]) => {
  expect(asPaid({ ...row, ...changes }).plan).toBe(plan);
});
