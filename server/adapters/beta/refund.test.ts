import { expect, test } from 'vitest';
import { readFixture } from './fixtures/index.ts';
import { toPaymentUpdate } from './refund.ts';

/** As Creem documents the transaction of a `dispute.created`, although the dispute is open. */
const transaction = {
  id: 'tran_1',
  object: 'transaction',
  amount: 1_331,
  amount_paid: 1_331,
  currency: 'EUR',
  type: 'invoice',
  status: 'chargeback',
  refunded_amount: 1_331,
  order: 'ord_1',
  subscription: 'sub_1',
};

test('an open dispute is no refund, although its transaction counts all of it as refunded', () => {
  const object = {
    id: 'disp_1',
    object: 'dispute',
    amount: 1_331,
    currency: 'EUR',
    transaction,
    subscription: 'sub_1',
  };
  const update = toPaymentUpdate('dispute.created', object, []);
  expect(update).toMatchObject({
    providerPaymentId: 'tran_1',
    refund: { kind: 'dispute', status: 'open', counts: false },
  });
  expect(update?.refundedTotal).toBeUndefined();
});

test.each([
  ['chargeback', undefined],
  ['chargedBack', undefined],
  ['partialRefund', { minorUnits: 1_331, currency: 'eur' }],
])('a refund of a charge with the status %s', (status, refundedTotal) => {
  const refunded = { id: 'ref_1', refund_amount: 100, refund_currency: 'EUR', status: 'succeeded' };
  const object = { ...refunded, transaction: { ...transaction, status }, subscription: 'sub_1' };
  const update = toPaymentUpdate('refund.created', object, []);
  expect(update?.refund).toMatchObject({ kind: 'refund', counts: true, amount: { minorUnits: 100 } });
  expect(update?.refundedTotal).toEqual(refundedTotal);
});

const FIRST = 'tran_recoXfGpBRLJjke1eHJ57E';

test.each([
  ['an object', { id: FIRST }, undefined],
  ['an id', FIRST, undefined],
  ['an id beside its subscription', FIRST, 'sub_recTFn6FVAcpqewQNp0oex'],
])(
  'a body that names only its transaction finds the first payment, which is kept under its order: %s',
  (_, named, of) => {
    const [dispute, refund] = [
      { id: 'disp_1', amount: 1_210, currency: 'EUR', transaction: named, subscription: of },
      { id: 'ref_1', refund_amount: 1_210, refund_currency: 'EUR', transaction: named, subscription: of },
    ];
    const paid = readFixture('subscription.paid.last_transaction').result.payment;
    expect(paid).toMatchObject({ providerPaymentId: 'ord_recfozKvpMXZrjgIZAxEnn', reference: FIRST });
    expect(toPaymentUpdate('dispute.created', dispute, [])).toMatchObject({ providerPaymentId: FIRST });
    expect(toPaymentUpdate('refund.created', refund, [])).toMatchObject({ providerPaymentId: FIRST });
  },
);
