import type Stripe from 'stripe';
import type { CheckoutInput } from '../adapter.ts';
import type { Charge, CheckoutSession, CheckoutSnapshot } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { addressIn } from '../http.ts';
import { priceFor } from '../prices.ts';
import { type Fields, fields, fromSeconds, integer, key, list, text } from '../read.ts';
import { orNullIfUnknown, resourceId, wireFields } from './api.ts';

const LONGEST_REFERENCE = 200;

export async function createCheckout(
  stripe: Stripe,
  options: AdapterOptions,
  input: CheckoutInput,
): Promise<CheckoutSession> {
  const { idempotencyKey } = input;
  const session = await stripe.checkout.sessions.create(checkoutParams(options, input), { idempotencyKey });
  const sessionId = key(session.id);
  if (!sessionId) throw new Error('The provider answered without a checkout session id');
  return { url: addressIn(session, 'url'), sessionId };
}

function checkoutParams(
  { prices, checkout }: AdapterOptions,
  input: CheckoutInput,
): Stripe.Checkout.SessionCreateParams {
  const { plan, interval, userId, providerCustomerId } = input;
  const metadata = { userId, plan, interval };
  return {
    line_items: [{ price: priceFor(prices, plan, interval), quantity: input.quantity ?? 1 }],
    metadata,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    ...(userId.length <= LONGEST_REFERENCE ? { client_reference_id: userId } : {}),
    ...(providerCustomerId ? { customer: providerCustomerId } : { customer_email: input.userEmail }),
    ...modeParams(metadata, input),
    ...(checkout?.discountCodes ? { allow_promotion_codes: true } : {}),
    ...(checkout?.tax ? taxParams(providerCustomerId) : {}),
  };
}

/** Stripe stores the tax data of an existing customer only if it may update the customer. */
function taxParams(providerCustomerId: string | undefined): Partial<Stripe.Checkout.SessionCreateParams> {
  const params = { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } };
  return providerCustomerId ? { ...params, customer_update: { address: 'auto', name: 'auto' } } : params;
}

function modeParams(metadata: Stripe.MetadataParam, { interval, providerCustomerId, trialDays = 0 }: CheckoutInput) {
  const creation = providerCustomerId ? {} : { customer_creation: 'always' as const };
  if (interval === 'one_time') return { mode: 'payment' as const, payment_intent_data: { metadata }, ...creation };
  const trial = trialDays > 0 ? { trial_period_days: trialDays } : {};
  return { mode: 'subscription' as const, subscription_data: { metadata, ...trial } };
}

export async function fetchCheckout(stripe: Stripe, sessionId: string): Promise<CheckoutSnapshot> {
  const session = await orNullIfUnknown(stripe.checkout.sessions.retrieve(resourceId(sessionId)));
  if (session?.status === 'open') return { state: 'open' };
  if (session?.status !== 'complete') return { state: 'ended' };
  return {
    state: 'complete',
    completion: { type: 'checkout.session.completed', data: { object: wireFields(session) } },
  };
}

export async function endCheckout(stripe: Stripe, sessionId: string): Promise<void> {
  await stripe.checkout.sessions.expire(resourceId(sessionId));
}

const MOST_LISTED = 100;

/** Found by its invoices, whose payments name the intent; the charge tells what can still be refunded. */
export async function listCharges(stripe: Stripe, subscription: string): Promise<Charge[]> {
  const invoices = await stripe.invoices.list({ subscription, limit: MOST_LISTED });
  const found: Charge[] = [];
  for (const invoice of list(wireFields(invoices).data).map(fields)) {
    const due = integer(invoice.amount_due) ?? 0;
    const isOpen = invoice.status === 'open' || invoice.status === 'draft';
    if (due <= 0 || !(isOpen || invoice.status === 'paid')) continue;
    found.push(isOpen ? unsettled(invoice, due) : await paidCharge(stripe, invoice, due));
  }
  return found;
}

function unsettled(invoice: Fields, amount: number): Charge {
  const currency = text(invoice.currency)?.toLowerCase() ?? '';
  const none = { refunded: 0, left: 0, isSettled: false, isDisputed: false };
  return { id: key(invoice.id) ?? '', amount, currency, chargedAt: fromSeconds(invoice.created) ?? null, ...none };
}

async function paidCharge(stripe: Stripe, invoice: Fields, due: number): Promise<Charge> {
  const payments = await stripe.invoicePayments.list({ invoice: key(invoice.id) ?? '', status: 'paid' });
  const [payment] = list(wireFields(payments).data).map(fields);
  const intent = key(fields(payment?.payment).payment_intent);
  return (intent && (await chargeOf(stripe, intent))) || unsettled(invoice, due);
}

/** The charge that a payment intent succeeded with. */
async function chargeOf(stripe: Stripe, intent: string): Promise<Charge | null> {
  const charges = await stripe.charges.list({ payment_intent: intent });
  const charge = list(wireFields(charges).data)
    .map(fields)
    .find(({ status }) => status === 'succeeded');
  if (!charge) return null;
  const amount = integer(charge.amount) ?? 0;
  const refunded = integer(charge.amount_refunded) ?? 0;
  const now = { refunded, left: amount - refunded, isSettled: true, isDisputed: charge.disputed === true };
  return { ...unsettled(charge, amount), id: intent, ...now };
}

/** A payment is known by its invoice, or by its intent if there is none; a free session has neither. */
export async function fetchCharge(stripe: Stripe, id: string): Promise<Charge | null> {
  if (id.startsWith('pi_')) return chargeOf(stripe, id);
  const found = id.startsWith('in_') ? await orNullIfUnknown(stripe.invoices.retrieve(resourceId(id))) : null;
  const invoice = fields(found && wireFields(found));
  const due = integer(invoice.amount_due) ?? 0;
  return due > 0 ? paidCharge(stripe, invoice, due) : null;
}

/** Without an amount Stripe refunds all that is left. */
export async function refundCharge(stripe: Stripe, { id }: Charge, idempotencyKey: string): Promise<void> {
  await stripe.refunds.create({ payment_intent: id, reason: 'duplicate' }, { idempotencyKey });
}
