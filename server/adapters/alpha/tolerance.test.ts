import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, unstorable } from '../../testing/events/storable.ts';
import { eventTypes, type WebhookResult } from '../adapter.ts';
import { processEvent } from './events.ts';
import { eventOf, fixtureNames, fixtureText, prices } from './fixtures/index.ts';

const seed = Date.now() % 2 ** 31;
const types = [
  ...eventTypes,
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
];
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/;

const isId = (id: string) => /^.{1,255}$/su.test(id);

/**
 * What no record may contain, and values that PostgreSQL can't store. A list instead of an `expect` for each field:
 * tens of thousands of bodies are checked.
 */
function problemsOf({ customer, subscription, payment, ...rest }: WebhookResult): unknown[] {
  const { currentPeriodStart, currentPeriodEnd, canceledAt, trialStart, trialEnd } = subscription ?? {};
  const times = [currentPeriodStart, currentPeriodEnd, canceledAt, trialStart, trialEnd];
  const ids = [customer?.providerCustomerId, subscription?.providerSubscriptionId, payment?.providerPaymentId];
  return [
    ...unstorable({ customer, subscription, payment, rest }),
    ...[subscription?.amount, payment?.amount].filter(
      (money) => money && !(Number.isSafeInteger(money.minorUnits) && /^[a-z]{3}$/.test(money.currency)),
    ),
    ...times.filter((time) => time && !ISO.test(time)),
    ...ids.filter((id) => id !== undefined && !isId(id)),
  ];
}

function checkBody(body: unknown): void {
  const event = eventOf(body);
  const { rawEvent, data, ...envelope } = event;
  const problems = [...unstorable(envelope), ...problemsOf(processEvent(event, prices))];
  if (event.occurredAt !== null && !ISO.test(event.occurredAt)) problems.push(event.occurredAt);
  if (rawEvent !== body) problems.push('the raw event is not the body');
  if (problems.length > 0) throw new Error(`Not storable: ${JSON.stringify(problems).slice(0, 500)}`);
}

/** Every place in a JSON value, as paths. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, [...path, name]))];
}

/** A copy with another value in one place. */
function withValue(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return replacement;
  if (!Object.hasOwn(value, name)) return value;
  const replaced = withValue(value[name as keyof typeof value], rest, replacement);
  return Array.isArray(value) ? value.with(Number(name), replaced) : { ...value, [name]: replaced };
}

const odd = fc.oneof(
  fc.jsonValue({ stringUnit: anyCharacter }),
  // Names of built-in properties as well, such as `__proto__`.
  fc.jsonValue(),
  fc.constantFrom<unknown[]>(
    null,
    '',
    '\u0000',
    '\ud800',
    ' ',
    'x'.repeat(10_000),
    -1,
    0.5,
    1e300,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    true,
    { toString: 1, valueOf: 1 },
    { id: { id: 'x' } },
    { data: {} },
    { data: [null, 1, 'x', []] },
    JSON.parse('{"__proto__":{"id":"p"}}'),
  ),
);

it.each([null, undefined, 42, 'text', true, [], [[]], {}, { data: null }, { data: [] }, { data: { object: [] } }])(
  'treats %j as an event without a type',
  (body) => {
    expect(eventOf(body)).toMatchObject({ type: null, nativeType: null, occurredAt: null });
    checkBody(body);
  },
);

it('reads no field from a prototype', () => {
  const body = JSON.parse(
    '{"type":"customer.created","__proto__":{"id":"evt_p"},"data":{"object":{"__proto__":{"id":"cus_p"}}}}',
  );
  expect(eventOf(body).id).toMatch(/^sha256:/);
  expect(processEvent(eventOf(body), prices)).toEqual({ error: 'the customer has no usable id', warnings: [] });
  expect(({} as { id?: unknown }).id).toBeUndefined();
});

describe(`never throws, and returns only storable values (seed ${seed})`, () => {
  it('for any JSON', () => {
    fc.assert(fc.property(odd, checkBody), { seed, numRuns: 500 });
  });

  it('for any object of any type', () => {
    const object = fc
      .record({ id: fc.constant('x_1') })
      .chain((known) => odd.map((value) => ({ ...known, ...Object(value) })));
    const body = fc.record({
      id: odd,
      type: fc.constantFrom(...types),
      created: odd,
      data: fc.record({ object: fc.oneof(object, odd) }),
    });
    fc.assert(fc.property(body, checkBody), { seed, numRuns: 1000 });
  });

  it.each(fixtureNames)('for %s with odd values in one to three places', (name) => {
    const fixture: unknown = JSON.parse(fixtureText(name));
    const change = fc.tuple(fc.constantFrom(...pathsOf(fixture)), odd);
    const changed = fc
      .array(change, { minLength: 1, maxLength: 3 })
      .map((changes) => changes.reduce((body, [path, value]) => withValue(body, path, value), fixture));
    fc.assert(fc.property(changed, checkBody), { seed, numRuns: 60 });
  });

  it.each(fixtureNames)('for %s with each field missing, null or of another type, one at a time', (name) => {
    const fixture: unknown = JSON.parse(fixtureText(name));
    for (const path of pathsOf(fixture)) {
      for (const value of [undefined, null, 7, '\u0000', [], {}]) checkBody(withValue(fixture, path, value));
    }
  });
});
