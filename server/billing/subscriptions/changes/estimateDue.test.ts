import { expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { estimateDue } from './estimateDue.ts';

const plans = defaultPlans();
const at = new Date('2026-06-11T00:00:00Z');
const paid = { plan: 'starter', interval: 'month', quantity: 1 };
const pro = { plan: 'pro', interval: 'month', quantity: 1, priceId: 'p', minorUnits: 990, currency: 'usd' } as const;

/** Halfway through a period for which 5.83 was paid: 4.90 and the tax. */
const live = {
  amount: '5.83',
  currency: 'usd',
  currentPeriodStart: new Date('2026-06-01T00:00:00Z'),
  currentPeriodEnd: new Date('2026-06-21T00:00:00Z'),
  plan: 'starter',
  interval: 'month',
  status: 'active',
  standing: 'running',
  priceId: 's',
  quantity: 1,
  scheduledChange: null,
};

test.each([
  ['both hold the tax', { had: true, wanted: true }, 495 - 292],
  ['nobody says', { had: null, wanted: null }, 495 - 292],
  ['what was paid holds the tax, the new price does not', { had: true, wanted: false }, 495 - 245],
  ['neither holds it', { had: false, wanted: false }, 495 - 292],
])('about what a change costs: %s', (_name, { had, wanted }, expected) => {
  const judged = { paid, pending: null, when: 'now', wanted: { ...pro, taxIncluded: wanted } } as const;
  expect(estimateDue(plans, { ...live, taxIncluded: had }, { judged, at })).toBe(expected);
});
