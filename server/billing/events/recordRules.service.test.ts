import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  freshName,
  NOON,
  recordsOf,
  startTwoProcesses,
  type Told,
  type TwoProcesses,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { bareSubscription } from '../../testing/events/bareObjects.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

mayComplain(/Failed to process [a-z._]+ event/);

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const tell = (told: Told) => tellAlpha(processes.apps[0], told);
const records = () => recordsOf(processes.apps[0], 'alpha');

describe('the record rules', () => {
  test('a known customer: its e-mail and updatedAt change, its user does not', async () => {
    const name = freshName();
    const object = { id: `cus_${name}`, email: 'a@example.com', metadata: { userId: `u_${name}` } };
    await tell({ type: 'customer.created', object });
    const before = await records().customer(`cus_${name}`);
    await tell({
      type: 'customer.updated',
      created: NOON + 1,
      object: { ...object, email: 'b@example.com', metadata: { userId: 'other', vip: 'yes' } },
    });
    const after = await records().customer(`cus_${name}`);
    expect(after).toMatchObject({ email: 'b@example.com', userId: `u_${name}`, metadata: { vip: 'yes' } });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
  });

  test('an event that only names the customer does not touch the e-mail', async () => {
    const name = freshName();
    await tell({
      type: 'customer.created',
      object: { id: `cus_${name}`, email: 'a@example.com', metadata: { userId: `u_${name}` } },
    });
    const invoice = {
      id: `in_${name}`,
      customer: `cus_${name}`,
      customer_email: 'b@example.com',
      amount_paid: 990,
      currency: 'usd',
    };
    await tell({ type: 'invoice.payment_succeeded', created: NOON + 9, object: invoice });
    expect(await records().customer(`cus_${name}`)).toMatchObject({ email: 'a@example.com' });
  });

  test('a known payment: only the status (and updatedAt) changes', async () => {
    const name = freshName();
    const invoice = {
      id: `in_${name}`,
      customer: `cus_${name}`,
      metadata: { userId: `u_${name}` },
      amount_due: 990,
      currency: 'usd',
      description: 'first',
    };
    await tell({ type: 'invoice.payment_failed', object: invoice });
    await tell({
      type: 'invoice.payment_succeeded',
      created: NOON + 1,
      object: { ...invoice, amount_paid: 1, currency: 'jpy', description: 'second' },
    });
    expect(await records().payment(`in_${name}`)).toMatchObject({
      status: 'succeeded',
      amount: '9.90',
      currency: 'usd',
      description: 'first',
    });
    expect((await tell({ type: 'invoice.payment_failed', created: NOON - 1, object: invoice })).event).toMatchObject({
      outcome: 'stale',
    });
    expect(await records().payment(`in_${name}`)).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['customer.created', (name: string) => ({ id: `cus_${name}`, email: 'a@example.com' })],
    [
      'customer.subscription.created',
      (name: string) => ({ id: `sub_${name}`, status: 'active', customer: `cus_${name}` }),
    ],
    [
      'invoice.payment_succeeded',
      (name: string) => ({ id: `in_${name}`, customer: `cus_${name}`, amount_paid: 1, currency: 'usd' }),
    ],
  ])('%s without a user creates nothing and is kept as unmatched', async (type, objectOf) => {
    const name = freshName();
    const { status, event } = await tell({ type, object: objectOf(name) });
    expect({ status, event }).toMatchObject({
      status: 200,
      event: { outcome: 'unmatched', reason: 'names no known user' },
    });
    expect([
      await records().customer(`cus_${name}`),
      await records().subscription(`sub_${name}`),
      await records().payment(`in_${name}`),
    ]).toEqual([null, null, null]);
  });

  test('an event of a known type without its key fails, is stored, and fails again at a replay', async () => {
    const told = { id: `evt_${freshName()}`, type: 'customer.subscription.updated', object: { status: 'active' } };
    expect(await tell(told)).toMatchObject({
      status: 500,
      event: { outcome: 'failed', error: expect.stringContaining('id') },
    });
    expect(await tell(told)).toMatchObject({ status: 500, event: { outcome: 'failed', deliveries: 2 } });
  });

  test.each(['failed', 'unmatched'])(
    'a redelivery of an event that the ledger holds as %s applies it',
    async (outcome) => {
      const name = freshName();
      const told = { id: `evt_${name}`, type: 'customer.subscription.updated', object: bareSubscription(name) };
      await processes.apps[0].deps.billing.database.prisma.webhookEvent.create({
        data: { provider: 'alpha', eventId: told.id, outcome, error: 'then', waitingFor: 'someone' },
      });
      expect((await tell(told)).event).toMatchObject({
        outcome: 'applied',
        error: null,
        waitingFor: null,
        deliveries: 2,
        userId: `u_${name}`,
      });
      expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'active' });
    },
  );

  test('a subscription or payment with a user creates its customer and is linked to it', async () => {
    const name = freshName();
    await tell({ type: 'customer.subscription.created', object: bareSubscription(name) });
    const customer = await records().customer(`cus_${name}`);
    expect(customer).toMatchObject({ userId: `u_${name}`, email: '' });
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ customerId: customer?.id });
  });

  test('a subscription that names no customer is linked when its user gets one', async () => {
    const name = freshName();
    await tell({ type: 'customer.subscription.created', object: bareSubscription(name, { customer: undefined }) });
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ customerId: null });
    await tell({ type: 'customer.created', object: { id: `cus_${name}`, metadata: { userId: `u_${name}` } } });
    expect(await records().subscription(`sub_${name}`)).toMatchObject({
      customerId: (await records().customer(`cus_${name}`))?.id,
    });
  });
});
