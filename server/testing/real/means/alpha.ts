import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import { createStripe, wireFields } from '../../../adapters/alpha/api.ts';
import { fields, key } from '../../../adapters/read.ts';
import { type Bought, type Ground, type Means, newPerson, readEvent, saidOf, subscriptionOf } from '../ground.ts';

/** Stripe charges an invoice an hour after it creates it. */
const AFTER_RENEWAL_S = 2 * 3_600;
const TRIES = 240;
const EVERY_MS = 500;

const clocks = new WeakMap<Ground, Promise<string>>();

/** Stripe's test mode can do everything by API, with test cards and test clocks. */
export const alphaMeans: Means = {
  buy,
  renew: (ground, bought) => passRenewal(ground, bought),
  async fail(ground, price) {
    const bought = await buy(ground, price);
    await chargeTo(ground, bought.buyer.providerCustomerId, 'pm_card_chargeCustomerFail');
    await passRenewal(ground, bought);
    return saidOf(ground, bought);
  },
  refund,
  forget: (ground, id) => stripeOf(ground).customers.del(id),
};

const stripeOf = ({ options }: Ground) => createStripe(options);

/** One clock for all customers: deleting it deletes them and their subscriptions. */
function clockOf(ground: Ground): Promise<string> {
  const made = clocks.get(ground) ?? makeClock(ground);
  clocks.set(ground, made);
  return made;
}

async function makeClock(ground: Ground): Promise<string> {
  const stripe = stripeOf(ground);
  const now = Date.parse((await ground.adapter.diagnosis?.fetchClock()) ?? new Date().toISOString());
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(now / 1000), name: ground.run });
  ground.undo.push({ what: `test clock ${id}`, run: () => stripe.testHelpers.testClocks.del(id) });
  return id;
}

async function buy(ground: Ground, { id: price }: { id: string }): Promise<Bought> {
  const stripe = stripeOf(ground);
  const { userId, userEmail } = newPerson(ground);
  const customer = await stripe.customers.create({
    email: userEmail,
    metadata: { userId },
    test_clock: await clockOf(ground),
  });
  await chargeTo(ground, customer.id, 'pm_card_visa');
  const metadata = { userId };
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }], metadata });
  return { buyer: { userId, userEmail, providerCustomerId: customer.id }, providerSubscriptionId: id };
}

async function chargeTo(ground: Ground, customer: string, name: string): Promise<void> {
  const stripe = stripeOf(ground);
  const { id } = await stripe.paymentMethods.attach(name, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

async function passRenewal(ground: Ground, { providerSubscriptionId }: Bought): Promise<void> {
  const stripe = stripeOf(ground);
  const clock = await clockOf(ground);
  const { currentPeriodEnd = '' } = await subscriptionOf(ground, providerSubscriptionId);
  const frozen_time = Math.ceil(Date.parse(currentPeriodEnd) / 1000) + AFTER_RENEWAL_S;
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status === 'internal_failure') throw new Error('The test clock failed');
    await setTimeout(EVERY_MS, undefined, { signal: ground.signal });
  }
  throw new Error('The test clock did not become ready');
}

/** Refunds the payment of the latest invoice. */
async function refund(ground: Ground, { providerSubscriptionId }: Bought) {
  const stripe = stripeOf(ground);
  const subscription = await stripe.subscriptions.retrieve(providerSubscriptionId);
  const invoice = key(subscription.latest_invoice) ?? key(fields(subscription.latest_invoice).id) ?? '';
  const { data } = await stripe.invoicePayments.list({ invoice });
  const intent = data.map(({ payment }) => idOf(payment.payment_intent)).find((id) => id !== undefined);
  if (!intent) throw new Error('The latest invoice has no payment');
  await stripe.refunds.create({ payment_intent: intent });
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent);
  const charge = await stripe.charges.retrieve(idOf(latest_charge) ?? '');
  return readEvent(ground, { type: 'charge.refunded', data: { object: wireFields(charge) } });
}

function idOf(value: string | Stripe.PaymentIntent | Stripe.Charge | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}
