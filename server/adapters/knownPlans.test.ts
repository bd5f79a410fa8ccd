import { expect, test } from 'vitest';
import { readUnsigned } from '../billing/events/judgeEvent.ts';
import { alpha } from './alpha/adapter.ts';
import { withKnownPlans } from './knownPlans.ts';

const isKnown = (plan: string) => ['starter', 'pro', 'enterprise'].includes(plan);
const isIgnored = (id?: string) => id === undefined || id === 'price_of_another_product';
// The settings name a price for only one plan.
const prices = [{ id: 'price_pro_month', plan: 'pro', interval: 'month' as const }];
const adapter = withKnownPlans(alpha.create({ secretKey: 'sk', webhookSecrets: [], prices }), {
  isKnown,
  isIgnored,
  oneTimeDays: 30,
});

function planOf(price: object | null, metadata: object) {
  const item = { quantity: 1, ...(price && { price: { ...price, unit_amount: 990, currency: 'usd' } }) };
  const object = {
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    metadata: { userId: 'u', ...metadata },
    items: { data: [item] },
  };
  const value = { id: 'evt_1', type: 'customer.subscription.updated', created: 1_767_614_400, data: { object } };
  const { event } = readUnsigned(adapter, JSON.stringify(value));
  const { subscription, warnings } = adapter.processWebhookEvent(event);
  return [subscription?.plan, warnings.filter((warning) => warning.includes('plan'))];
}

test.each([
  ['price_pro_month', { plan: 'starter' }, 'pro', []],
  ['price_of_before', { plan: 'starter' }, 'unknown', ['unknown plan: price price_of_before']],
  ['price_of_before', {}, 'unknown', ['unknown plan: price price_of_before']],
  [null, { plan: 'starter' }, 'starter', []],
  [null, { plan: 'free' }, 'unknown', ['unknown plan: metadata free']],
  [null, { plan: 'gold' }, 'unknown', ['unknown plan: metadata gold']],
])('price %s with metadata %j is plan %s', (id, metadata, ...said) => {
  expect(planOf(id === null ? null : { id }, metadata)).toEqual(said);
});

const purchase = (object: object, oneTimeDays: number | 'lifetime' = 30) => {
  const data = { object: { id: 'cs_1', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1', ...object } };
  const value = { id: 'evt_1', type: 'checkout.session.completed', created: 1_767_614_400, data };
  const known = withKnownPlans(alpha.create({ secretKey: 'sk', webhookSecrets: [], prices }), {
    isKnown,
    isIgnored,
    oneTimeDays,
  });
  const { plan, accessDays } =
    known.processWebhookEvent(readUnsigned(known, JSON.stringify(value)).event).payment ?? {};
  return [plan, accessDays];
};

test('a one-time purchase of a known plan gets the days of the plans file', () => {
  const metadata = { plan: 'pro' };
  expect(purchase({ metadata })).toEqual(['pro', 30]);
  expect(purchase({ metadata }, 'lifetime')).toEqual(['pro', 0]);
  expect(purchase({ metadata }, 0)).toEqual(['pro', undefined]);
  expect(purchase({ metadata: { plan: 'gold', accessDays: '9' } })).toEqual([undefined, undefined]);
  expect(purchase({})).toEqual([undefined, undefined]);
});

test.each([
  ['at the price of another product', { items: { data: [{ price: { id: 'price_of_another_product' } }] } }, true],
  ['at any other price', { items: { data: [{ price: { id: 'price_of_before' } }] } }, undefined],
])('a subscription %s is marked as ignored: %s', (_name, object, expected) => {
  const data = { object: { id: 'sub_1', status: 'active', ...object } };
  const event = { id: 'evt_1', type: 'customer.subscription.updated', created: 1_767_614_400, data };
  const said = adapter.processWebhookEvent(readUnsigned(adapter, JSON.stringify(event)).event);
  expect(said.subscription?.isIgnored).toBe(expected);
});

test.each([
  ['with our metadata', { userId: 'u', plan: 'pro' }, undefined],
  ['with a plan alone', { plan: 'pro' }, true],
  ['with an unknown plan', { userId: 'u', plan: 'gold' }, true],
])('a completed checkout that names no price, %s, is marked as ignored: %s', (_name, metadata, expected) => {
  const data = { object: { id: 'cs_1', mode: 'subscription', subscription: 'sub_1', metadata } };
  const event = { id: 'evt_1', type: 'checkout.session.completed', created: 1_767_614_400, data };
  const said = adapter.processWebhookEvent(readUnsigned(adapter, JSON.stringify(event)).event);
  expect(said.subscription?.isIgnored).toBe(expected);
});
