import { describe, expect, it } from 'vitest';
import { fixtureNames, processObject, readFixture } from './fixtures/index.ts';

const buyer = {
  providerCustomerId: 'cus_recfnV77SMOx6T',
  userId: 'user_42',
  email: 'buyer1@example.com',
  explicit: false,
};
const sessionId = 'cs_test_recRBS0okYutPilEb3x5IMfDxqP2cNzsWjb3EWckj0zK4IYZNFKNrZtRdo';
const named = { completedCheckoutId: sessionId, referenceUserId: 'user_42' };
const purchase = {
  providerPaymentId: 'pi_recHUkBNbPvIPTZ8nei7WyK3',
  providerCustomerId: 'cus_recfnV77SMOx6T',
  userId: 'user_42',
  type: 'one_time',
  status: 'succeeded',
  amount: { minorUnits: 3800, currency: 'hkd' },
};

describe('checkout fixtures', () => {
  it('there are six', () => {
    expect(fixtureNames.filter((name) => name.startsWith('checkout.'))).toHaveLength(6);
  });

  it.each(['checkout.session.completed.payment.metadata', 'checkout.session.async_payment_succeeded'])('%s', (name) => {
    const { event, result } = readFixture(name);
    expect(event.type).toBe('order.paid');
    expect(result).toEqual({ customer: buyer, payment: purchase, ...named, warnings: [] });
  });

  it('checkout.session.completed.unpaid-async', () => {
    const { event, result } = readFixture('checkout.session.completed.unpaid-async');
    expect(event.type).toBe('checkout.session.completed');
    expect(result).toEqual({ customer: buyer, ...named, warnings: [] });
  });

  it('checkout.session.completed.trial-no-payment', () => {
    const { event, result } = readFixture('checkout.session.completed.trial-no-payment');
    expect(event.type).toBe('checkout.session.completed');
    expect(result).toEqual({
      customer: { ...buyer, providerCustomerId: 'cus_recSlIRjn7g2C2' },
      subscription: {
        kind: 'initial',
        providerSubscriptionId: 'sub_recqWVDJGiG3XHbQk9tLTQio',
        providerCustomerId: 'cus_recSlIRjn7g2C2',
        userId: 'user_42',
        status: 'trialing',
        amount: { minorUnits: 0, currency: 'hkd' },
      },
      completedCheckoutId: 'cs_test_rechoObMEA0hO8ygBwuqvhJUjAsaAo9nr1fnbx8jvUHZ2yPSNb8IYGlSsr',
      referenceUserId: 'user_42',
      warnings: [],
    });
  });

  it.each([
    ['checkout.session.expired', sessionId],
    ['checkout.session.async_payment_failed', undefined],
  ])('%s changes no record', (name, completedCheckoutId) => {
    const { event, result } = readFixture(name);
    expect(event).toMatchObject({ type: null, nativeType: name, id: expect.stringMatching(/^evt_rec_00/) });
    expect(result).toEqual({ ignored: `${name} changes no record`, completedCheckoutId, warnings: [] });
  });
});

describe('checkouts', () => {
  const session = {
    id: 'cs_1',
    mode: 'subscription',
    status: 'complete',
    payment_status: 'paid',
    customer: 'cus_1',
    customer_email: 'a@b.co',
    subscription: 'sub_1',
    invoice: 'in_1',
    amount_total: 990,
    currency: 'usd',
    client_reference_id: 'u_1',
    metadata: { userId: 'u_2', plan: 'pro', interval: 'year' },
  };
  const completed = (fields: object) => processObject('checkout.session.completed', { ...session, ...fields });

  it('starts a subscription with its first payment, keyed by the invoice; a reference is kept separately', () => {
    const money = { minorUnits: 990, currency: 'usd' };
    const shared = { providerCustomerId: 'cus_1', userId: 'u_2', amount: money, providerSubscriptionId: 'sub_1' };
    expect(completed({})).toEqual({
      customer: { providerCustomerId: 'cus_1', userId: 'u_2', email: 'a@b.co', explicit: false },
      subscription: { ...shared, kind: 'initial', status: 'active', plan: 'pro', interval: 'year' },
      payment: { ...shared, providerPaymentId: 'in_1', type: 'subscription', status: 'succeeded', isAsked: true },
      completedCheckoutId: 'cs_1',
      referenceUserId: 'u_1',
      warnings: [],
    });
  });

  it.each([
    ['paid', 'active', true],
    ['unpaid', 'incomplete', false],
    ['no_payment_required', 'trialing', false],
    [undefined, 'active', true],
    ['later', undefined, false],
  ])('payment_status %s starts it as %s', (payment_status, status, isPaid) => {
    const result = completed({ payment_status });
    expect(result.subscription?.status).toBe(status);
    expect(result.payment !== undefined).toBe(isPaid);
    expect(result.warnings).toEqual(status ? [] : ['unusable payment_status']);
  });

  it('has no first payment without an invoice, and no period end while it is open', () => {
    expect(completed({ invoice: null }).payment).toBeUndefined();
    expect(completed({ status: 'open' }).completedCheckoutId).toBeUndefined();
    expect(completed({ status: undefined }).completedCheckoutId).toBe('cs_1');
  });

  it('keys a one-time purchase by invoice, payment or session', () => {
    const keyOf = (fields: object) =>
      completed({ mode: 'payment', subscription: null, ...fields }).payment?.providerPaymentId;
    expect(keyOf({ payment_intent: 'pi_1' })).toBe('in_1');
    expect(keyOf({ payment_intent: 'pi_1', invoice: null })).toBe('pi_1');
    expect(keyOf({ payment_intent: { id: 'pi_1' }, invoice: null })).toBe('pi_1');
    expect(keyOf({ payment_intent: null, invoice: null })).toBe('cs_1');
  });

  it('sells nothing in setup mode', () => {
    expect(completed({ mode: 'setup' })).toEqual({
      ignored: 'the checkout session sells nothing',
      completedCheckoutId: 'cs_1',
      warnings: [],
    });
  });
});
