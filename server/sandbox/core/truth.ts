import type { Company } from './company.ts';
import type { Checkout, Customer, Dispute, Invoice, Subscription } from './records.ts';

const iso = (at: number) => new Date(at).toISOString();
const isoIfAny = (at: number | null) => (at === null ? null : iso(at));

/**
 * The company's complete state in neutral terms, for tests to compare with: times in ISO 8601, amounts in minor units
 * for the whole period (price times quantity).
 */
export function snapshotOf(company: Company) {
  return {
    now: iso(company.clock.now()),
    customers: company.store.all('customers').map(customerTruth),
    checkouts: company.store
      .all('checkouts')
      .filter(({ status }) => status === 'open')
      .map((checkout) => checkoutTruth(company, checkout)),
    subscriptions: company.store.all('subscriptions').map((subscription) => subscriptionTruth(company, subscription)),
    invoices: company.store.all('invoices').map((invoice) => invoiceTruth(company, invoice)),
    disputes: company.store.all('disputes').map(disputeTruth),
  };
}

/** Of an open page, which `checkouts/:id/pay` pays. */
function checkoutTruth({ publicUrl }: Company, { id, token, priceId, quantity, customerId, email }: Checkout) {
  return { id, url: `${publicUrl}/pay/${token}`, priceId, quantity, customerId, email };
}

function customerTruth({ id, email, externalId, metadata, deletedAt }: Customer) {
  return { id, email, externalId, metadata, deleted: deletedAt !== null };
}

function subscriptionTruth(company: Company, subscription: Subscription) {
  const { id, customerId, status, priceId, quantity, metadata } = subscription;
  const price = company.price(priceId);
  return {
    id,
    customerId,
    status,
    priceId,
    quantity,
    metadata,
    plan: price.plan,
    interval: price.interval,
    amount: price.amount * quantity,
    currency: price.currency.toLowerCase(),
    currentPeriodStart: iso(subscription.periodStart),
    currentPeriodEnd: iso(subscription.periodEnd),
    cancelAtPeriodEnd: subscription.cancelAt !== null,
    cancelAt: isoIfAny(subscription.cancelAt),
    canceledAt: isoIfAny(subscription.canceledAt),
    endedAt: isoIfAny(subscription.endedAt),
    trialStart: isoIfAny(subscription.trialStart),
    trialEnd: isoIfAny(subscription.trialEnd),
    pausesAtPeriodEnd: subscription.pauseAtPeriodEnd,
    scheduled: scheduledTruth(company, subscription),
    discount: discountTruth(company, subscription),
    balance: subscription.pendingAmount,
  };
}

/** What begins with the next period; null: nothing else. */
function scheduledTruth(company: Company, { pendingUpdate }: Subscription) {
  if (!pendingUpdate) return null;
  const { plan, interval, amount } = company.price(pendingUpdate.priceId);
  return { plan, interval, quantity: pendingUpdate.quantity, amount: amount * pendingUpdate.quantity };
}

/** Off the invoices until then; `amount` in minor units. */
function discountTruth({ store }: Company, { discount }: Subscription) {
  const coupon = store.get('coupons', discount?.couponId ?? '');
  if (!discount || !coupon) return null;
  return { percent: coupon.percent, amount: coupon.amount, until: isoIfAny(discount.until) };
}

function invoiceTruth(company: Company, invoice: Invoice) {
  const { id, customerId, subscriptionId, paymentId, reason, status, total, refunded, currency, attempts } = invoice;
  const { plan } = company.price(invoice.lines[0]?.priceId ?? '');
  const times = { createdAt: iso(invoice.createdAt), paidAt: isoIfAny(invoice.paidAt) };
  const of = { id, customerId, subscriptionId, paymentId, plan };
  return { ...of, ...times, reason, status, amount: total, refunded, currency, attempts };
}

function disputeTruth({ id, invoiceId, amount, reason, status }: Dispute) {
  return { id, invoiceId, amount, reason, status };
}
