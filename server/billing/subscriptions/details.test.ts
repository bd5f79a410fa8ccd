import { expect, test } from 'vitest';
import type { SubscriptionRow } from '../../database/reads/subscriptions.ts';
import { createPriceBook } from '../../plans/priceBook.ts';
import { defaultPlans } from '../../plans/testing.ts';
import { toOwnSubscription } from './currentSubscription.ts';
import { toSubscriptionDetails } from './details.ts';
import { paidBilledAt } from './nextBill.ts';

const on = (day: number) => new Date(Date.UTC(2026, 9, day));
const terms = { interval: 'month', quantity: 1 };
const scheduledChange = {
  kind: 'plan',
  waitsAs: 'schedule',
  at: on(31).toISOString(),
  from: { ...terms, plan: 'pro', priceId: 'price_p', amount: '7.92', periodEnd: on(31).toISOString() },
  to: { ...terms, plan: 'starter', priceId: 'price_s', amount: '4.90' },
};

const none = { customerId: null, canceledAt: null, trialStart: null, trialEnd: null, standing: 'running' };
const unsaid = { cancelAt: null, taxIncluded: null, grantedPlan: null, unknownSince: null, lastEventAt: null };
const running: SubscriptionRow = {
  ...none,
  ...unsaid,
  ...terms,
  id: 's',
  userId: 'u',
  provider: 'alpha',
  providerSubscriptionId: 'sub_1',
  status: 'active',
  plan: 'pro',
  priceId: 'price_p',
  amount: '7.92',
  amountKnown: true,
  amountDiscounted: null,
  discountUntil: null,
  currency: 'usd',
  currentPeriodStart: on(1),
  currentPeriodEnd: on(31),
  cancelAtPeriodEnd: false,
  createdAt: on(1),
  updatedAt: on(1),
  scheduledChange,
};

test.each([
  ['without a discount', {}, '4.90'],
  ['with one for good', { amountDiscounted: '1.98' }, null],
  ['with one that lasts until then', { amountDiscounted: '1.98', discountUntil: on(40) }, null],
  ['with one whose size nobody told', { amountKnown: false }, null],
  ['with one that is over by then', { amountDiscounted: '1.98', discountUntil: on(31) }, '4.90'],
])('what the next plan costs %s', (...[, discount, amount]) => {
  expect(toSubscriptionDetails({ ...running, ...discount }, on(15)).scheduledChange?.amount).toBe(amount);
});

const waitsAsPrice = { ...scheduledChange, waitsAs: 'price' };
const discounted = { amountDiscounted: '1.98', discountUntil: on(31) };

test.each([
  ['without a discount', {}, '7.92'],
  ['with one that goes on', { ...discounted, discountUntil: null }, '7.92'],
  ['with one that is over by then', discounted, '9.90'],
  ['of an amount that nobody told', { amountKnown: false }, null],
  ['that another price waits for', { scheduledChange: waitsAsPrice, priceId: 'price_s', amount: '4.90' }, '7.92'],
  [
    'that another price waits for, less a discount that is over by then',
    { ...discounted, scheduledChange: waitsAsPrice, priceId: 'price_s', amount: '2.92' },
    null,
  ],
])('what the next bill of the paid plan takes %s', (...[, changes, amount]) => {
  expect(paidBilledAt({ ...running, ...changes }, on(31))).toBe(amount);
});

const plans = defaultPlans();
const untold = { amount: '0.00', amountKnown: false, scheduledChange: null };

test.each([
  ['its bill is known', { amount: '7.92', amountKnown: true }, {}, null],
  ['its discount is of untold size', untold, {}, '9.90'],
  ['for three seats', { ...untold, quantity: 3 }, {}, '29.70'],
  ['for three seats at one price', { ...untold, quantity: 3 }, { perSeat: false }, '9.90'],
  ['its price has no single amount', untold, { amount: null }, null],
  ['its price is in another currency', untold, { currency: 'eur' }, null],
  ['nobody asked for its price', { ...untold, priceId: 'price_other' }, {}, null],
])('what the plan of a trial costs before discounts: %s', (...[, changes, told, listPrice]) => {
  const prices = createPriceBook(plans, { alpha: { prices: [] } });
  const price = { provider: 'alpha', id: 'price_p', plan: 'pro', product: null, lookupKey: null, interval: 'month' };
  const answer = { amount: '9.90', currency: 'usd', perSeat: true, taxIncluded: null, isThere: true };
  prices.fill([{ ...price, ...answer, ...told }], []);
  const billing = { plans, prices, now: () => on(15), adapters: new Map(), former: { ignored: [], pages: {} } };
  const row = { ...running, status: 'trialing', trialStart: on(1), trialEnd: on(20), ...changes };
  expect(toOwnSubscription(row, billing).listPrice).toBe(listPrice);
});
