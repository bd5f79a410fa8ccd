import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Adapter } from '../../adapters/adapter.ts';
import {
  freshName,
  NOON,
  post,
  recordsOf,
  startTwoProcesses,
  type TwoProcesses,
  tell,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { modelCustomer, modelSubscription } from '../../testing/events/model.ts';
import { type Fact, type ModelCustomer, toBody } from '../../testing/events/wire.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { applySnapshot } from '../sync/refetch.ts';

const UNLINKED = 'its customer belongs to another user or to nobody: left unlinked';
const AT = NOON * 1000;

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const app = () => processes.apps[0];

describe.each(providersHere('gamma'))('%s', (provider) => {
  const records = () => recordsOf(app(), provider);
  const created = (customer: ModelCustomer): Fact => ({
    id: `evt_${freshName()}`,
    at: AT,
    kind: 'customer.created',
    customer,
  });

  /** A purchase that names `buyer` while the provider attached it to `customer`. Resolves to the event's id. */
  async function purchase(buyer: ModelCustomer, customer: ModelCustomer, how: 'paid' | 'silent' | '' = '') {
    const paid = how === 'paid';
    const subscription = modelSubscription(`sub_${freshName()}`, AT);
    const invoice = paid ? { id: `in_${freshName()}`, paid } : undefined;
    const fact: Fact = {
      id: `evt_${freshName()}`,
      at: AT + 1000,
      kind: paid ? 'paid' : 'created',
      customer,
      subscription,
      invoice,
    };
    const body = JSON.parse(JSON.stringify(toBody(provider, fact)));
    const subject = body.data?.object ?? body.data ?? body.object;
    // The provider names no owner of the customer.
    if (provider === 'beta' && how === 'silent') subject.customer = { id: customer.id, email: customer.email };
    subject.metadata = { userId: buyer.userId };
    if (subject.parent) subject.parent.subscription_details.metadata = subject.metadata;
    expect((await post(app(), provider, { id: fact.id, body })).status).toBe(200);
    return { event: fact.id, subscription: subscription.id, invoice: invoice?.id ?? '' };
  }

  test("what is on another user's customer stays unlinked, and the ledger says why", async () => {
    const [ada, bob] = [modelCustomer(freshName()), modelCustomer(freshName())];
    await tell(app(), provider, created(ada));
    const ids = await purchase(bob, ada);
    const paid = await purchase(bob, ada, 'paid');
    expect(await records().payment(paid.invoice)).toMatchObject({ userId: bob.userId, customerId: null });
    expect(await records().subscription(ids.subscription)).toMatchObject({ userId: bob.userId, customerId: null });
    expect(await records().customer(ada.id)).toMatchObject({ userId: ada.userId, email: ada.email });
    expect(await records().event(ids.event)).toMatchObject({
      outcome: 'applied',
      reason: UNLINKED,
      userId: bob.userId,
    });
  });

  test("a provider snapshot does not link to another user's customer either", async () => {
    const [ada, bob] = [modelCustomer(freshName()), modelCustomer(freshName())];
    await tell(app(), provider, created(ada));
    await tell(app(), provider, created(bob));
    const { subscription } = await purchase(bob, bob);
    const adapter = app().deps.billing.adapters.get(provider) as Adapter;
    const snapshot = {
      kind: 'state',
      providerSubscriptionId: subscription,
      providerCustomerId: ada.id,
      status: 'active',
    } as const;
    const { version } = (await records().subscription(subscription)) ?? { version: 0 };
    await applySnapshot(app().deps.billing, { adapter, snapshot: { subscription: snapshot, readAt: null }, version });
    expect(await records().subscription(subscription)).toMatchObject({ userId: bob.userId, customerId: null });
  });

  test('a link to a customer that turns out to belong to another user is removed', async () => {
    const [ada, bob] = [modelCustomer(freshName()), modelCustomer(freshName())];
    await tell(app(), provider, created(ada));
    const { subscription } = await purchase(bob, bob);
    const { prisma } = app().deps.billing.database;
    const [row, foreign] = [await records().subscription(subscription), await records().customer(ada.id)];
    await prisma.subscription.update({ where: { id: row?.id ?? '' }, data: { customerId: foreign?.id ?? null } });
    await app().deps.billing.checkLinks([{ id: row?.id ?? '', lacksCustomer: false }]);
    expect(await records().subscription(subscription)).toMatchObject({ customerId: null });
  });

  const findsBuyersByAddress = provider !== 'alpha';

  test('an unknown customer without an owner: a second one is recorded only if each checkout creates one', async () => {
    const [ada, first, second] = [modelCustomer(freshName()), modelCustomer(freshName()), modelCustomer(freshName())];
    const silent = (customer: ModelCustomer) => ({ ...customer, userId: ada.userId });
    if (provider === 'gamma') await tell(app(), provider, created(silent(first)));
    else await purchase(ada, silent(first), 'silent');
    expect(await records().customer(first.id)).toMatchObject({ userId: ada.userId });
    const { subscription } = await purchase(ada, provider === 'gamma' ? second : silent(second), 'silent');
    const recorded = await records().customer(second.id);
    expect(recorded === null).toBe(findsBuyersByAddress);
    expect(await records().subscription(subscription)).toMatchObject({
      userId: ada.userId,
      customerId: recorded?.id ?? null,
    });
  });
});

test('gamma: who has a new customer beside one that is deleted gets it with the next event, whatever came first', async () => {
  const [ada, first, second] = [modelCustomer(freshName()), modelCustomer(freshName()), modelCustomer(freshName())];
  const records = recordsOf(app(), 'gamma');
  const paid = modelSubscription(`sub_${freshName()}`, AT);
  const say = (kind: Fact['kind'], customer: ModelCustomer, seconds: number) => {
    const subscription = kind.startsWith('customer') ? undefined : paid;
    const fact = { id: `evt_${freshName()}`, at: AT + seconds * 1000, kind, customer, subscription };
    const body = JSON.parse(JSON.stringify(toBody('gamma', fact)));
    if (subscription) body.data.metadata = { userId: ada.userId };
    if (subscription && customer === second) Object.assign(body.data.customer, { external_id: null, metadata: {} });
    return post(app(), 'gamma', { id: fact.id, body });
  };
  await say('customer.created', { ...first, userId: ada.userId }, 0);
  await say('created', second, 20);
  expect(await records.subscription(paid.id)).toMatchObject({ userId: ada.userId, customerId: null });
  await say('customer.deleted', { ...first, userId: ada.userId, deletedAt: AT + 10_000 }, 10);
  await say('updated', second, 30);
  const linked = await records.customer(second.id);
  expect(linked).toMatchObject({ userId: ada.userId, deletedAt: null });
  expect(await records.subscription(paid.id)).toMatchObject({ customerId: linked?.id, status: 'active' });
});

test("gamma: an unknown customer with another user's external id is not recorded for the buyer", async () => {
  const [ada, bob] = [modelCustomer(freshName()), modelCustomer(freshName())];
  const fact: Fact = {
    id: `evt_${freshName()}`,
    at: AT,
    kind: 'created',
    customer: ada,
    subscription: modelSubscription(`sub_${freshName()}`, AT),
  };
  const body = JSON.parse(JSON.stringify(toBody('gamma', fact)));
  body.data.metadata = { userId: bob.userId };
  await post(app(), 'gamma', { id: fact.id, body });
  const records = recordsOf(app(), 'gamma');
  expect(await records.customer(ada.id)).toBeNull();
  expect(await records.subscription(fact.subscription?.id ?? '')).toMatchObject({
    userId: bob.userId,
    customerId: null,
  });
});

describe('client_reference_id', () => {
  const session = (name: string, more: object = {}) => ({
    id: `cs_${name}`,
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 990,
    currency: 'usd',
    customer: `cus_${name}`,
    payment_intent: `pi_${name}`,
    client_reference_id: `u_${name}`,
    metadata: {},
    ...more,
  });
  const complete = (object: object) => tellAlpha(app(), { type: 'checkout.session.completed', object });
  const start = (name: string, userId: string) =>
    app().deps.billing.database.prisma.checkout.create({
      data: {
        id: `checkout_${name}`,
        userId,
        provider: 'alpha',
        plan: 'pro',
        interval: 'one_time',
        idempotencyKey: name,
        sessionId: `cs_${name}`,
        url: 'https://pay.example.com/',
        expiresAt: new Date(),
      },
    });

  test('of a session that was not started here: the purchase waits for a user', async () => {
    const name = freshName();
    const { event } = await complete(session(name));
    expect(event).toMatchObject({ outcome: 'unmatched', userId: null });
    expect(await recordsOf(app(), 'alpha').customer(`cus_${name}`)).toBeNull();
  });

  test('of a session that another user started here: it is ignored', async () => {
    const name = freshName();
    await start(name, 'u_else');
    expect((await complete(session(name))).event).toMatchObject({ outcome: 'unmatched', userId: null });
  });

  test('of a session that the same user started here: it counts', async () => {
    const name = freshName();
    await start(name, `u_${name}`);
    expect((await complete(session(name))).event).toMatchObject({ outcome: 'applied', userId: `u_${name}` });
    expect(await recordsOf(app(), 'alpha').payment(`pi_${name}`)).toMatchObject({
      userId: `u_${name}`,
      amount: '9.90',
    });
  });

  test('metadata wins over it', async () => {
    const name = freshName();
    const { event } = await complete(session(name, { metadata: { userId: `u_own_${name}` } }));
    expect(event).toMatchObject({ outcome: 'applied', userId: `u_own_${name}` });
  });
});
