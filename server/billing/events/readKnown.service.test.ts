import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { at, customerRow, paymentRow, subscriptionRow } from '../../testing/events/cases.ts';
import {
  customerId,
  eventOf,
  failure,
  paymentId,
  state,
  subscriptionId,
  success,
} from '../../testing/events/toldEvents.ts';
import { recordId } from '../records/recordId.ts';
import type { ProviderEvent } from './event.ts';
import { readKnown } from './readKnown.ts';
import type { Known } from './rules/known.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Or a statement that writes it. */
type Row = [table: string, values: object] | string;

function insert(table: string, values: object) {
  const columns = Object.keys(values).map((name) => `"${name}"`);
  const from = `json_populate_record(NULL::"${table}", $1)`;
  const text = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM ${from}`;
  return client.query(text, [JSON.stringify(values)]);
}

/** What is known of events in a database that holds only these rows. */
async function read(rows: readonly Row[], ...events: ProviderEvent[]): Promise<Known[]> {
  await client.query('BEGIN');
  for (const row of rows) {
    if (typeof row === 'string') await client.query(row);
    else await insert(...row);
  }
  const reads = await readKnown(client, events);
  await client.query('ROLLBACK');
  return reads.map(({ known }) => known);
}

const idOf = (kind: 'customer' | 'subscription' | 'payment', name: string) => recordId(kind, 'alpha', name);
const subscription = (more = {}): Row => ['subscription', subscriptionRow(more)];
const customer = (more = {}): Row => ['customer', customerRow(more)];
const payment = (more = {}): Row => ['payment', paymentRow(more)];
const delivery = (more = {}): Row => ['webhook_event', { provider: 'alpha', eventId: 'e', outcome: 'stale', ...more }];
const account = (id: string, more = {}): Row => ['user', { id, name: id, email: `${id}@example.com`, ...more }];
const session = ({ user = 'u', name = 'session', provider = 'alpha' } = {}): string =>
  `INSERT INTO checkout (id, "userId", provider, plan, interval, "idempotencyKey", "sessionId", "expiresAt")
   VALUES ('checkout', '${user}', '${provider}', 'pro', 'month', 'key', '${name}', now())`;
const refund = (paid: string, name: string): string =>
  `INSERT INTO refund (id, "paymentId", provider, "providerRefundId", kind, status, counts, amount, currency, at)
   VALUES ('${name}', '${paid}', 'alpha', '${name}', 'refund', 'succeeded', true, '1.00', 'usd', now())`;
const other = (name: string, kind: 'Customer' | 'Subscription' | 'Payment') => ({
  id: idOf(kind.toLowerCase() as 'customer', name),
  [`provider${kind}Id`]: name,
});

const another = {
  customer: other('x', 'Customer'),
  subscription: other('x', 'Subscription'),
  payment: other('x', 'Payment'),
};

const again = { ...state(0), id: 'e' };
const active = { status: 'active' } as const;
const stranger = eventOf({ user: '', subscription: active, customer: {} });
const finished = { ...stranger, checkoutSession: 'session', referenceUserId: 'u' };
const returned = eventOf({ type: null, paymentUpdate: { providerPaymentId: 'p', reference: 'r' } });
const written = failure(0, { writtenOff: 'voided' });
const unnamed = state(0, active, { customer: false });
const bought = eventOf({ subscription: active, customer: {} });
const nobody: ProviderEvent = { ...bought, customer: bought.customer && { ...bought.customer, statedOwner: 'nobody' } };

const atNine = { otherFailureAt: at(9) };
const noFailure = { otherFailureAt: null };
const people = [account('u'), account('v')];
const addressOf = (user: string) => ({ ownersEmail: `${user}@example.com` });
const paying = eventOf({ payment: {}, customer: {} });
const none = { ownersCustomerId: null };
const owned = { ownersCustomerId: customerId };
const at9 = { lastEventAt: at(9) };
const later = payment({ ...another.payment, ...at9 });

test.each<[string, Row[], ProviderEvent, object]>([
  ['the delivery came before', [delivery()], again, { earlier: { outcome: 'stale' } }],
  ['another delivery', [delivery({ eventId: 'f' })], again, { earlier: null }],
  ["another provider's", [delivery({ provider: 'beta' })], again, { earlier: null }],

  ['the subscription', [subscription()], unnamed, { subscription: { id: subscriptionId } }],
  ["the payment's", [subscription()], success(0), { subscription: { id: subscriptionId } }],
  ['another', [subscription(another.subscription)], unnamed, { subscription: null }],

  ['the named customer', [customer()], bought, { customer: { id: customerId } }],
  [
    "before the subscription's",
    [customer(), customer(another.customer), subscription({ customerId: another.customer.id })],
    bought,
    { customer: { id: customerId } },
  ],
  ["the subscription's", [customer(), subscription({ customerId })], unnamed, { customer: { id: customerId } }],
  ['another customer', [customer(another.customer)], bought, { customer: null }],

  ['the payment', [payment()], success(0), { payment: { id: paymentId } }],
  ['another payment', [payment(another.payment)], success(0), { payment: null }],
  ['one that is returned, by its name', [payment()], returned, { payment: { id: paymentId } }],
  ['by its other name', [payment(other('r', 'Payment'))], returned, { payment: { id: idOf('payment', 'r') } }],
  [
    'its name is the reference of the known one',
    [payment({ ...another.payment, referenceId: paymentId })],
    returned,
    { payment: { id: another.payment.id } },
  ],
  [
    'both have one reference',
    [payment({ ...another.payment, referenceId: idOf('payment', 'r') })],
    returned,
    { payment: { id: another.payment.id } },
  ],
  ['none of these', [payment({ ...another.payment, referenceId: 'y' })], returned, { payment: null }],
  [
    'what was returned of it',
    [payment(), refund(paymentId, 'mine'), refund('x', 'other')],
    returned,
    { refunds: [{ id: 'mine' }] },
  ],

  ['who started the checkout', [session()], finished, { referencedUserId: 'u' }],
  ['another user did', [session({ user: 'v' })], finished, { referencedUserId: null }],
  ['of another session', [session({ name: 'x' })], finished, { referencedUserId: null }],
  ['at another provider', [session({ provider: 'beta' })], finished, { referencedUserId: null }],

  [
    'what a deleted customer has, except what has ended',
    [
      customer(),
      subscription({ customerId }),
      subscription({ ...another.subscription, customerId, status: 'canceled' }),
      subscription(other('y', 'Subscription')),
    ],
    eventOf({ customer: { deleted: true } }),
    { running: [{ id: subscriptionId }] },
  ],
  [
    'not of a customer that stays',
    [customer(), subscription({ customerId })],
    eventOf({ customer: {}, payment: {} }),
    { running: [] },
  ],

  [
    'the newest failure, for a new subscription',
    [payment(at9), payment({ ...another.payment, lastEventAt: at(3) })],
    unnamed,
    atNine,
  ],
  ['not for a known one', [subscription(), payment(at9)], unnamed, noFailure],
  ['nor for a mere failure', [payment(another.payment)], failure(0), noFailure],
  ['nor for a payment that fails again', [subscription(), payment(), later], failure(0), noFailure],
  [
    'nor for one that was paid before',
    [subscription(), payment({ status: 'succeeded' }), later],
    success(0),
    noFailure,
  ],
  ['beside the payment that is paid', [subscription(), payment({ lastEventAt: at(7) }), later], success(0), atNine],
  ['beside the payment that is written off', [subscription(), payment({ lastEventAt: at(7) }), later], written, atNine],
  ['not its own', [subscription(), payment(at9)], success(0), { otherFailureAt: null, payment: { status: 'failed' } }],
  ["not another subscription's", [payment({ ...at9, subscriptionId: 'x' })], unnamed, noFailure],
  ['nothing that succeeded', [payment({ ...at9, status: 'succeeded' })], unnamed, noFailure],
  ['nothing aside', [payment({ ...at9, aside: true })], unnamed, noFailure],
  ['nothing written off', [payment({ ...at9, writtenOff: 'voided' })], unnamed, noFailure],
  [
    'nothing of another price than the new one',
    [payment({ ...at9, priceId: 'x' })],
    state(0, { ...active, priceId: 'y' }),
    noFailure,
  ],
  [
    'nothing of another price than the known one',
    [subscription({ priceId: 'y' }), payment(), payment({ ...another.payment, ...at9, priceId: 'x' })],
    success(0),
    noFailure,
  ],

  ["the owner's customer, where none is named", [customer()], unnamed, owned],
  [
    'the newest of them',
    [customer({ updatedAt: at(5) }), customer({ ...another.customer, updatedAt: at(3) })],
    unnamed,
    owned,
  ],
  ["another user's", [customer({ userId: 'v' })], unnamed, none],
  ["another provider's customer", [customer({ provider: 'beta' })], unnamed, none],
  ['a deleted one', [customer({ deletedAt: at(0) })], unnamed, none],
  ['where one is named', [customer(another.customer)], bought, none],
  ['where the subscription has one', [customer(another.customer), subscription({ customerId })], unnamed, none],
  [
    'where the named one is new and names nobody',
    [customer(another.customer)],
    nobody,
    { ownersCustomerId: another.customer.id },
  ],
  ['where it is known', [customer(), customer(another.customer)], nobody, none],

  ["a new customer's address is the account's", [account('u')], bought, { ownersEmail: 'u@example.com' }],
  [
    'the one that is to be proven',
    [account('u', { email: 'u@unproven.invalid', wantedEmail: 'w@example.com' })],
    bought,
    { ownersEmail: 'w@example.com' },
  ],
  ["a known customer's is not read", [account('u'), customer()], bought, { ownersEmail: null }],
  ['nor without a customer', [account('u')], unnamed, { ownersEmail: null }],
  ["whose account that is: the subscription's", [...people, subscription({ userId: 'v' })], bought, addressOf('v')],
  ["the event's, before the payment's", [...people, payment({ userId: 'v' })], paying, addressOf('u')],
  [
    "the payment's, before the checkout's",
    [...people, payment({ userId: 'v' }), session()],
    { ...paying, userId: null, checkoutSession: 'session', referenceUserId: 'u' },
    addressOf('v'),
  ],
  ["the checkout's", [...people, session()], finished, addressOf('u')],
])('%s', async (...[, rows, event, expected]) => {
  expect((await read(rows, event))[0]).toMatchObject(expected);
});

test('a batch is read in its order', async () => {
  const names = ['b', 'a', 'c'];
  const rows = names.map((name) => subscription(other(name, 'Subscription')));
  const events = names.map((name) => state(0, { ...active, providerSubscriptionId: name }));
  const found = await read(rows, ...events.toReversed());
  expect(found.map(({ subscription: one }) => one?.providerSubscriptionId)).toEqual(names.toReversed());
});
