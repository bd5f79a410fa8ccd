import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { buy as buyOfAlpha } from './dialects/alpha/testing.ts';
import { buy as buyOfBeta, startBeta } from './dialects/beta/testing.ts';
import { buy as buyOfGamma, startGamma } from './dialects/gamma/testing.ts';
import { startTestSandbox, type TestSandbox, testPrices } from './testing.ts';
import { type Fact, type FactType, signEvent, wordEvent } from './wordEvent.ts';

let sandbox: TestSandbox | undefined;
afterEach(() => sandbox?.close());

const AT = Date.UTC(2026, 10, 1, 8);
const [, price] = testPrices as [Fact['price'], Fact['price']];

function factOf(type: FactType): Fact {
  return {
    id: 'evt_1',
    type,
    at: AT,
    price,
    paymentId: 'pay_1',
    checkoutId: 'ch_1',
    customer: { id: 'cus_1', email: 'ann@example.com', userId: 'ann' },
    subscription: { id: 'sub_1', status: 'active', periodStart: AT, periodEnd: AT + 30 * 86_400_000 },
  };
}

/** Fields that only some buyers have. */
const OPTIONAL = /external_id$|billing_address$|metadata$/;

/** The names of all fields, nested ones included; values don't matter. */
function shapeOf(value: unknown, path = ''): string[] {
  if (OPTIONAL.test(path)) return [];
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => shapeOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, field]) => shapeOf(field, `${path}.${name}`))
    .sort();
}

const companies = [
  { dialect: 'alpha', start: () => startTestSandbox(), buy: (of: TestSandbox) => buyOfAlpha(of) },
  { dialect: 'beta', start: () => startBeta(), buy: (of: TestSandbox) => buyOfBeta(of) },
  { dialect: 'gamma', start: () => startGamma(), buy: (of: TestSandbox) => buyOfGamma(of, { allow_trial: false }) },
];

describe.each(companies)('an event of $dialect', ({ dialect, start, buy }) => {
  test.each(['subscription.created', 'invoice.payment_succeeded'] as const)(
    "%s has the fields of the provider's own event",
    async (type) => {
      sandbox = await start();
      await buy(sandbox);
      const worded = wordEvent(dialect, factOf(type));
      const nameOf = (event: object) => ('eventType' in event ? event.eventType : 'type' in event && event.type);
      const sent = sandbox.received.map(({ body }) => JSON.parse(body) as object);
      const same = sent.find((event) => nameOf(event) === nameOf(worded));
      expect(shapeOf(worded)).toEqual(shapeOf(same));
    },
  );
});

test('the same fact gives the same event, and a fact without its record is refused', () => {
  expect(wordEvent('beta', factOf('order.paid'))).toEqual(wordEvent('beta', factOf('order.paid')));
  expect(() => wordEvent('alpha', { ...factOf('subscription.updated'), subscription: undefined })).toThrow(/lacks/);
  expect(() => wordEvent('delta', factOf('order.paid'))).toThrow(/Unknown provider delta/);
});

test("is signed like the provider's, in the configured header", () => {
  const headers = signEvent('beta', { body: '{}', eventId: 'e', secret: 's', signatureHeader: 'signed' });
  expect(headers.signed).toBe(createHmac('sha256', 's').update('{}').digest('hex'));
  expect(signEvent('alpha', { body: '{}', eventId: 'e', secret: 's', sentAt: 7 })['alpha-signature']).toMatch(
    /^t=7,v1=/,
  );
});
