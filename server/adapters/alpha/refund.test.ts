import { describe, expect, it } from 'vitest';
import type { Remark } from '../remarks.ts';
import { toInvoicePayment, toPurchase } from './payment.ts';
import { toPaymentUpdate } from './refund.ts';

const [intent, charge, invoice] = ['pi_1', 'ch_1', 'in_1'];
const money = { amount: 300, currency: 'usd', created: 1_790_000_000, reason: 'fraudulent' };
const read = (type: string, object: object, warnings: Remark[] = []) => toPaymentUpdate(type, { ...object }, warnings);

describe('refunds', () => {
  const refund = { id: 're_1', charge, payment_intent: intent, ...money };
  const amount = { minorUnits: 300, currency: 'usd' };
  const said = { providerRefundId: 're_1', kind: 'refund', amount, reason: 'fraudulent' };
  it.each([
    ['refund.created', 'pending', 'pending', true],
    ['refund.created', 'requires_action', 'pending', true],
    ['refund.updated', 'succeeded', 'succeeded', true],
    ['charge.refund.updated', 'canceled', 'canceled', false],
    ['refund.failed', 'failed', 'failed', false],
  ])('%s, %s', (...[type, native, status, counts]) => {
    const createdAt = '2026-09-21T14:13:20.000Z';
    const expected = { reference: intent, refund: { ...said, status, counts, createdAt } };
    expect(read(type, { ...refund, status: native })).toEqual(expected);
  });

  it('uses the charge if there is no intent; an unknown status warns', () => {
    const warnings: Remark[] = [];
    const odd = read('refund.updated', { ...refund, payment_intent: null, status: 'odd' }, warnings);
    expect(odd).toMatchObject({ reference: charge, refund: { status: 'pending' } });
    expect(warnings).toEqual(['unusable status']);
  });
});

describe('disputes', () => {
  it.each([
    ['needs_response', 'open', false],
    ['warning_under_review', 'open', false],
    ['warning_closed', 'won', false],
    ['won', 'won', false],
    ['lost', 'lost', true],
  ])('%s is %s', (native, status, counts) => {
    const dispute = { id: 'du_1', charge, payment_intent: intent, ...money, status: native };
    expect(read('charge.dispute.closed', dispute)?.refund).toMatchObject({ kind: 'dispute', status, counts });
  });
});

describe('links between documents', () => {
  it('a charge of an older version names its invoice too', () => {
    const refunded = { id: charge, payment_intent: intent, amount_refunded: 500, currency: 'usd' };
    const refundedTotal = { minorUnits: 500, currency: 'usd' };
    expect(read('charge.refunded', refunded)).toEqual({ reference: intent, refundedTotal });
    const expected = { providerPaymentId: invoice, reference: intent, refundedTotal };
    expect(read('charge.refunded', { ...refunded, invoice })).toEqual(expected);
  });

  it('an invoice payment names both', () => {
    const payment = { type: 'payment_intent', payment_intent: intent };
    expect(read('invoice_payment.paid', { invoice, payment })).toEqual({
      providerPaymentId: invoice,
      reference: intent,
    });
  });

  it.each([
    [{ payment_intent: intent }],
    [{ payment_intent: { id: intent } }],
    [{ payments: { data: [{ payment: { payment_intent: intent } }] } }],
  ])('an invoice that names its payment: %j', (more) => {
    expect(toInvoicePayment({ id: invoice, ...more }, { failed: false, prices: [], warnings: [] })?.reference).toBe(
      intent,
    );
  });

  it('a session with an invoice', () => {
    const session = { id: 'cs_1', invoice, payment_intent: intent };
    expect(toPurchase(session, { prices: [], warnings: [] })).toMatchObject({
      providerPaymentId: invoice,
      reference: intent,
    });
    expect(toPurchase({ ...session, invoice: null }, { prices: [], warnings: [] })).toMatchObject({
      providerPaymentId: intent,
    });
  });
});

it.each([
  ['charge.updated', { id: charge, amount_refunded: 1, currency: 'usd' }],
  ['constructor', { id: charge }],
  ['refund.created', { id: 're_1', charge }],
  ['refund.created', { id: 're_1', ...money }],
  ['charge.refunded', { id: charge }],
  ['invoice_payment.paid', { invoice }],
])('%s of %j is not about a payment', (type, object) => {
  expect(read(type, object)).toBeUndefined();
});
