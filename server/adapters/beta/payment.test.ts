import { describe, expect, it } from 'vitest';
import { fixtureNames, fixtureText, process, processChanged, readFixture } from './fixtures/index.ts';

const renewal = {
  providerPaymentId: 'tran_rec2',
  providerCustomerId: 'cust_rec1DBoYdgd5dlyw3ZmnwG',
  providerSubscriptionId: 'sub_recTFn6FVAcpqewQNp0oex',
  userId: 'user_42',
  type: 'subscription',
  status: 'succeeded',
  amount: { minorUnits: 1210, currency: 'eur' },
  description: 'Subscription payment',
  priceId: 'prod_recqdOhZjRXttszExIfTK',
  plan: 'pro',
  periodStart: '2024-11-12T11:58:38.000Z',
  periodEnd: '2024-12-12T11:58:38.000Z',
};
const first = { periodStart: '2024-10-12T11:58:38.000Z', periodEnd: '2024-11-12T11:58:38.000Z' };
const firstPayment = {
  ...renewal,
  ...first,
  providerPaymentId: 'ord_recfozKvpMXZrjgIZAxEnn',
  reference: 'tran_recoXfGpBRLJjke1eHJ57E',
};
const ofCheckout = {
  ...firstPayment,
  reference: undefined,
  periodStart: undefined,
  periodEnd: undefined,
  userId: undefined,
  amount: { minorUnits: 1000, currency: 'eur' },
  isAsked: true,
  description: 'Monthly',
};

const fixtures: [name: string, payment: object][] = [
  ['subscription.paid.last_transaction', firstPayment],
  ['subscription.paid.renewal', renewal],
  [
    'subscription.unpaid',
    {
      ...renewal,
      ...first,
      providerPaymentId: 'sub_recTFn6FVAcpqewQNp0oex:2024-11-12T11:58:38.000Z',
      status: 'failed',
      amount: { minorUnits: 1000, currency: 'eur' },
      description: 'Monthly',
    },
  ],
  ['checkout.completed.no-metadata', ofCheckout],
  [
    'checkout.completed.onetime',
    {
      ...ofCheckout,
      providerSubscriptionId: undefined,
      isAsked: undefined,
      reference: 'tran_rec9',
      userId: 'user_42',
      type: 'one_time',
      amount: { minorUnits: 3630, currency: 'eur' },
    },
  ],
];

describe('payment fixtures', () => {
  it.each(fixtures)('%s', (name, payment) => {
    expect(readFixture(name).result.payment).toEqual(payment);
  });

  it('all have a row in the table; the others give no payment', () => {
    const paying = fixtures.map(([name]) => name);
    for (const name of fixtureNames.filter((fixture) => !paying.includes(fixture))) {
      expect(readFixture(name).result.payment, name).toBeUndefined();
    }
    expect(paying.filter((name) => !fixtureNames.includes(name))).toEqual([]);
  });
});

describe('payment key', () => {
  const keyOf = (name: string) => readFixture(name).result.payment?.providerPaymentId;
  const paid = 'subscription.paid.last_transaction';

  it("is the same for a checkout's order and the first transaction, and another one for each renewal of that order", () => {
    expect(keyOf(paid)).toBe(keyOf('checkout.completed.no-metadata'));
    expect(keyOf('subscription.paid.renewal')).not.toBe(keyOf(paid));
  });

  it("tells what was paid, where the checkout's order names the price alone; of a trial nothing was", () => {
    const name = 'checkout.completed.no-metadata';
    const { order } = JSON.parse(fixtureText(name)).object;
    const of = (more: object, status = 'active') =>
      processChanged(name, { order: { ...order, ...more }, subscription: { id: 'sub_1', status } }).payment;
    expect(of({})).toMatchObject({ amount: { minorUnits: 1000 }, isAsked: true });
    expect(of({ amount_paid: 1210 })?.isAsked).toBeUndefined();
    expect(of({}, 'trialing')).toBeUndefined();
    expect(of({ amount_paid: 0 }, 'trialing')).toMatchObject({ amount: { minorUnits: 0 } });
  });

  it('is the transaction of a change in the first period, which may name that period and the order, too', () => {
    const { last_transaction: first } = JSON.parse(fixtureText(paid)).object;
    const changed = (after: number) =>
      processChanged(paid, { last_transaction: { ...first, id: 'tran_9', created_at: first.created_at + after } });
    expect(changed(9 * 86_400_000).payment?.providerPaymentId).toBe('tran_9');
    expect(changed(60_000).payment?.providerPaymentId).toBe(keyOf(paid));
  });

  it('is the transaction if there is no order, or no start of the subscription', () => {
    const changed = (changes: object) => processChanged(paid, { ...changes }).payment?.providerPaymentId;
    expect(changed({ last_transaction: undefined })).toBe('tran_recoXfGpBRLJjke1eHJ57E');
    expect(changed({ created_at: undefined })).toBe('tran_recoXfGpBRLJjke1eHJ57E');
    expect(changed({ last_transaction: { order: 'ord_1' }, last_transaction_id: undefined })).toBe('ord_1');
  });
});

describe('failed payment', () => {
  const declined = { id: 'tran_9', order: 'ord_1', amount: 1000, amount_paid: 0, currency: 'EUR', status: 'declined' };
  const failed = (transaction: object | undefined, eventType = 'subscription.past_due') =>
    processChanged('subscription.paid.renewal', { last_transaction: transaction, status: 'past_due' }, eventType);

  it.each(['declined', 'pending', 'uncollectible', 'void', undefined])('is the transaction that is %s', (status) => {
    const { payment, subscription, warnings } = failed({ ...declined, status });
    expect(payment).toMatchObject({
      providerPaymentId: 'tran_9',
      status: 'failed',
      amount: { minorUnits: 1000, currency: 'eur' },
    });
    expect(subscription).toMatchObject({ kind: 'state', status: 'past_due' });
    expect(warnings).toEqual([]);
  });

  it('is asked for less its discount, also where no transaction names it', () => {
    const discount = { type: 'percentage', amount: 20 };
    const changes = { status: 'past_due', discount };
    const amounts = [{ ...declined, discount_amount: 200 }, undefined].map((last_transaction) => {
      const told = { ...changes, last_transaction };
      return processChanged('subscription.paid.renewal', told, 'subscription.past_due').payment?.amount?.minorUnits;
    });
    expect(amounts).toEqual([800, 800]);
  });

  it.each(['paid', 'refunded', 'partialRefund', 'chargedBack'])('does not change one that is %s', (status) => {
    expect(failed({ ...declined, status }).payment?.providerPaymentId).toBe(
      'sub_recTFn6FVAcpqewQNp0oex:2024-12-12T11:58:38.000Z',
    );
  });

  it("does not change the checkout's payment, though both have one order and period", () => {
    const { last_transaction: first } = JSON.parse(fixtureText('subscription.paid.last_transaction')).object;
    const last_transaction = { ...first, id: 'tran_9', status: 'declined' };
    const result = processChanged('subscription.paid.last_transaction', { last_transaction }, 'subscription.past_due');
    expect(result.payment?.providerPaymentId).toBe('tran_9');
  });

  it('is one record for past_due and unpaid in one period', () => {
    const keys = ['subscription.past_due', 'subscription.unpaid'].map((type) => failed(undefined, type).payment);
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.providerPaymentId).toBe('sub_recTFn6FVAcpqewQNp0oex:2024-12-12T11:58:38.000Z');
  });

  it('matches its own success, when Creem repeats the same transaction', () => {
    const paid = { ...declined, status: 'paid', amount_paid: 1210 };
    const success = processChanged('subscription.paid.renewal', { last_transaction: paid }).payment;
    expect(success).toMatchObject({ providerPaymentId: 'tran_9', status: 'succeeded' });
  });

  it('is left out with a warning when nothing names it; the subscription is applied', () => {
    const gone = { last_transaction: undefined, last_transaction_id: undefined, current_period_end_date: undefined };
    const result = processChanged('subscription.unpaid', gone);
    expect(result.payment).toBeUndefined();
    expect(result.subscription?.status).toBe('past_due');
    expect(result.warnings).toEqual(['no usable transaction: no payment recorded']);
  });

  it('makes a subscription without a status past due', () => {
    const { subscription } = processChanged('subscription.unpaid', { status: undefined });
    expect(subscription).toMatchObject({ kind: 'payment_failed', status: undefined });
  });
});

describe('succeeded payment', () => {
  it('is not recorded for a transaction that is not paid', () => {
    const last_transaction = { id: 'tran_9', amount: 1000, currency: 'EUR', status: 'declined' };
    const result = processChanged('subscription.paid.renewal', { last_transaction });
    expect([result.payment, result.warnings]).toEqual([undefined, ['no usable transaction: no payment recorded']]);
  });

  it('uses the price if the transaction is only an id', () => {
    const { payment } = processChanged('subscription.paid.renewal', { last_transaction: undefined });
    expect(payment).toMatchObject({
      providerPaymentId: 'tran_rec2',
      amount: { minorUnits: 1000, currency: 'eur' },
      description: 'Monthly',
    });
  });

  it('can be for nothing', () => {
    const last_transaction = { id: 'tran_9', amount: 599, amount_paid: 0, discount_amount: 599, currency: 'USD' };
    const { payment } = processChanged('subscription.paid.renewal', { last_transaction });
    expect(payment?.amount).toEqual({ minorUnits: 0, currency: 'usd' });
  });
});

describe("the specification's invoice events with a transaction", () => {
  const transaction = {
    id: 'tran_1',
    object: 'transaction',
    subscription: 'sub_1',
    customer: { id: 'cust_1', email: 'a@b.co' },
    amount: 1000,
    amount_paid: 1210,
    currency: 'EUR',
    metadata: { userId: 'u' },
  };

  it('succeed', () => {
    const result = process({ type: 'invoice.payment_succeeded', data: { object: transaction } });
    expect(result).toEqual({
      customer: { providerCustomerId: 'cust_1', userId: 'u', email: 'a@b.co', explicit: false },
      payment: {
        providerPaymentId: 'tran_1',
        providerCustomerId: 'cust_1',
        providerSubscriptionId: 'sub_1',
        userId: 'u',
        type: 'subscription',
        status: 'succeeded',
        amount: { minorUnits: 1210, currency: 'eur' },
        description: undefined,
      },
      warnings: [],
    });
  });

  it('fail, and make the subscription past due', () => {
    const result = process({ type: 'invoice.payment_failed', data: { object: { ...transaction, amount_paid: 0 } } });
    expect(result.payment).toMatchObject({ status: 'failed', amount: { minorUnits: 1000, currency: 'eur' } });
    expect(result.subscription).toEqual({ kind: 'payment_failed', providerSubscriptionId: 'sub_1', userId: 'u' });
  });

  it('are ignored when the transaction says otherwise', () => {
    const answer = (type: string, status: string) => process({ type, object: { ...transaction, status } }).ignored;
    expect(answer('invoice.payment_failed', 'paid')).toBe('the transaction is paid');
    expect(answer('invoice.payment_succeeded', 'declined')).toBe('the transaction is not paid');
  });

  it('are an error without an id', () => {
    const result = process({ type: 'invoice.payment_succeeded', object: { amount: 1, metadata: { userId: 'u' } } });
    expect(result).toEqual({ error: 'the transaction has no usable id', warnings: [] });
  });
});
