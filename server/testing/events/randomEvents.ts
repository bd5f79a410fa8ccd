import fc from 'fast-check';
import {
  type EventType,
  type SubscriptionResult,
  standings,
  type WebhookEvent,
  type WebhookResult,
} from '../../adapters/adapter.ts';

/** Any event that a provider may send. Few records and few times are used: most events concern the same ones. */

export interface RandomEvent {
  event: WebhookEvent;
  result: WebhookResult;
}

const NOON = Date.UTC(2026, 0, 5, 12);
const PROVIDER = 'alpha';

const at = (ms: number) => new Date(NOON + ms).toISOString();

/** Mostly one of a few seconds, which makes ties frequent; sometimes with microseconds, sometimes none. */
export const time = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(0, 1_000, 2_000, 3_000, 4_000, 9_000, 10_000, 11_000, 14_000).map(at) },
  { weight: 2, arbitrary: fc.constantFrom('2026-01-05T12:00:02.000001Z', '2026-01-05T12:00:02.000900Z') },
  { weight: 2, arbitrary: fc.constant(null) },
);
const date = fc.constantFrom(...[-30, 0, 1, 30].map((days) => at(days * 86_400_000)), '2026-01-31T10:00:00.123456Z');

const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant(undefined));
const maybeNone = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constantFrom(undefined, null));

export const userId = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constant('u0') },
  { weight: 1, arbitrary: fc.constant('u1') },
);
export const customerKey = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 6, arbitrary: fc.constant('c0') },
  { weight: 2, arbitrary: fc.constantFrom('c1', 'c2') },
);
export const subscriptionKey = fc.oneof({ weight: 4, arbitrary: fc.constant('s0') }, fc.constantFrom('s1', 's2'));
const paymentKey = fc.constantFrom('p0', 'p0', 'p1', 'p2');
const email = maybe(fc.constantFrom('a@example.com', 'b@example.com'));
const amount = maybe(
  fc.record({ minorUnits: fc.constantFrom(0, 490, 990, -5), currency: fc.constantFrom('usd', 'jpy', 'kwd') }),
);
const status = maybe(
  fc.constantFrom('active' as const, 'active' as const, 'trialing', 'past_due', 'canceled', 'incomplete'),
);

export const stated = fc.record({
  status,
  standing: maybe(fc.constantFrom(...standings)),
  nativeStatus: maybe(fc.constantFrom('on', 'late')),
  priceId: maybe(fc.constantFrom('price_a', 'price_b')),
  plan: maybe(fc.constantFrom('starter', 'pro')),
  interval: maybe(fc.constantFrom('month', 'year', '3_month')),
  quantity: maybe(fc.constantFrom(1, 2, 3_000_000_000)),
  amount,
  currentPeriodStart: maybe(date),
  currentPeriodEnd: maybe(date),
  cancelAtPeriodEnd: maybe(fc.boolean()),
  canceledAt: maybeNone(date),
  trialStart: maybeNone(date),
  trialEnd: maybeNone(date),
});

type Content = { type: EventType | null; result: WebhookResult };

const customerContent: fc.Arbitrary<Content> = fc
  .record({
    type: fc.constantFrom('customer.created' as const, 'customer.updated' as const, 'customer.deleted' as const),
    key: fc.constantFrom('c0', 'c0', 'c1', 'c2'),
    userId,
    email,
    metadata: maybe(fc.constantFrom({ team: 'blue' }, { team: 'red', seats: 3 })),
  })
  .map(({ type, key, ...said }) => {
    const deleted = type === 'customer.deleted' ? { deleted: true } : {};
    return {
      type,
      result: { customer: { providerCustomerId: key, explicit: true, ...said, ...deleted }, warnings: [] },
    };
  });

const statedUserId = fc.constantFrom(undefined, undefined, 'u0', 'u1');
const named = fc.record({ customerKey, userId, email, statedUserId });
type Named = typeof named extends fc.Arbitrary<infer T> ? T : never;

/** Adds the customer to the result of an event about another record. */
function withCustomer(
  result: Omit<WebhookResult, 'warnings'>,
  { customerKey: key, userId: user, email: address, statedUserId }: Named,
): WebhookResult {
  const customer = key
    ? { providerCustomerId: key, userId: user, email: address, explicit: false, statedUserId }
    : undefined;
  return { ...result, customer, warnings: [] };
}

const subscriptionContent: fc.Arbitrary<Content> = fc
  .record({
    type: fc.constantFrom<EventType>(
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.updated',
      'subscription.canceled',
      'subscription.deleted',
    ),
    key: subscriptionKey,
    stated,
    named,
  })
  .map(({ type, key, stated: said, named: names }) => ({
    type,
    result: withCustomer({ subscription: subscriptionOf(key, names, { ...said, kind: 'state' }) }, names),
  }));

function subscriptionOf(
  key: string,
  names: Named,
  said: object & Pick<SubscriptionResult, 'kind'>,
): SubscriptionResult {
  return { ...said, providerSubscriptionId: key, providerCustomerId: names.customerKey, userId: names.userId };
}

const payment = fc.record({
  providerPaymentId: paymentKey,
  amount,
  description: maybe(fc.constant('an invoice')),
  receiptUrl: maybe(fc.constant('https://example.com/r')),
});

/** An invoice of a subscription, paid or not; some providers include the subscription's state. */
const invoiceContent: fc.Arbitrary<Content> = fc
  .record({
    paid: fc.boolean(),
    key: subscriptionKey,
    payment,
    named,
    stated,
    tells: fc.constantFrom('nothing', 'nothing', 'state', 'failure with facts'),
  })
  .map(({ paid, key, payment: said, named: names, stated: facts, tells }) => {
    const invoice = {
      ...said,
      providerCustomerId: names.customerKey,
      providerSubscriptionId: key,
      userId: names.userId,
      type: 'subscription' as const,
      status: paid ? ('succeeded' as const) : ('failed' as const),
    };
    const unsaid = tells === 'failure with facts' ? { ...facts, status: undefined } : {};
    const failure = subscriptionOf(key, names, { ...unsaid, kind: 'payment_failed' });
    const bare = paid ? undefined : failure;
    const subscription = tells === 'state' ? subscriptionOf(key, names, { ...facts, kind: 'state' }) : bare;
    const type = paid ? ('invoice.payment_succeeded' as const) : ('invoice.payment_failed' as const);
    return { type, result: withCustomer({ payment: invoice, subscription }, names) };
  });

const checkoutContent: fc.Arbitrary<Content> = fc
  .record({
    key: subscriptionKey,
    stated,
    named,
    payment: maybe(payment),
    session: maybe(fc.constant('cs0')),
    referenceUserId: fc.constantFrom(undefined, 'u0', 'u1'),
  })
  .map(({ key, stated: said, named: names, payment: paid, session, referenceUserId }) => {
    const first = paid && {
      ...paid,
      providerSubscriptionId: key,
      providerCustomerId: names.customerKey,
      userId: names.userId,
      type: 'subscription' as const,
      status: 'succeeded' as const,
    };
    const result = {
      subscription: subscriptionOf(key, names, { ...said, kind: 'initial' }),
      payment: first,
      completedCheckoutId: session,
      referenceUserId,
    };
    return { type: 'checkout.session.completed' as const, result: withCustomer(result, names) };
  });

const purchaseContent: fc.Arbitrary<Content> = fc
  .record({
    named,
    payment,
    session: maybe(fc.constant('cs0')),
    referenceUserId: fc.constantFrom(undefined, 'u0', 'u1'),
  })
  .map(({ named: names, payment: paid, session, referenceUserId }) => {
    const order = { ...paid, providerCustomerId: names.customerKey, userId: names.userId, type: 'one_time' as const };
    const result = {
      payment: { ...order, status: 'succeeded' as const },
      completedCheckoutId: session,
      referenceUserId,
    };
    return { type: 'order.paid' as const, result: withCustomer(result, names) };
  });

const otherContent: fc.Arbitrary<Content> = fc.constantFrom<Content>(
  { type: null, result: { warnings: [] } },
  { type: 'customer.updated', result: { warnings: [], error: 'the customer has no usable id' } },
  { type: 'invoice.payment_succeeded', result: { warnings: ['unusable amount'], ignored: 'the order is not paid' } },
  { type: 'checkout.session.completed', result: { warnings: [], completedCheckoutId: 'cs0' } },
);

const content = fc.oneof(
  { weight: 4, arbitrary: customerContent },
  { weight: 9, arbitrary: subscriptionContent },
  { weight: 6, arbitrary: invoiceContent },
  { weight: 2, arbitrary: checkoutContent },
  { weight: 1, arbitrary: purchaseContent },
  { weight: 1, arbitrary: otherContent },
);

export const randomEvent: fc.Arbitrary<RandomEvent> = fc
  .record({ id: fc.nat(30), time, content, warned: fc.boolean() })
  .map(({ id, time: occurredAt, content: { type, result }, warned }) => ({
    event: { id: `e${id}`, type, nativeType: type, provider: PROVIDER, occurredAt, data: null, rawEvent: null },
    result: { ...result, warnings: warned ? ['unusable thing'] : result.warnings },
  }));
