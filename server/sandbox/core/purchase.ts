import type { Company } from './company.ts';
import { addCard, addCustomer, liveCustomer } from './customers.ts';
import { lastingDiscount } from './discounts.ts';
import { openDispute } from './disputes.ts';
import { charge, createInvoice, periodLines } from './invoices.ts';
import { DAY_MS, periodEnd } from './periods.ts';
import type { CardFace, Checkout, Customer, Invoice, Subscription } from './records.ts';
import { recurringInterval } from './subscription.ts';

interface Buyer {
  email: string;
  /** null: a trial without a card. */
  card: CardFace | null;
}

/** Completes an open checkout with a card that works: customer, subscription or order, invoice, one occurrence. */
export function purchase(company: Company, checkoutId: string, buyer: Buyer): Checkout {
  return company.act(() => {
    const open = company.store.update('checkouts', checkoutId, paidBy(company, checkoutId, buyer.email));
    const known = knownBuyer(company, open, buyer.email);
    const added = known ?? addCustomer(company, customerOf(open, buyer.email));
    const customer = buyer.card ? addCard(company, added.id, buyer.card) : added;
    const oneTime = company.price(open.priceId).interval === 'one_time';
    const subscription = oneTime ? null : addSubscription(company, open, customer);
    const invoice = firstInvoice(company, open, { customer, subscription });
    const checkout = company.store.update('checkouts', checkoutId, {
      status: 'complete',
      completedAt: company.clock.now(),
      customerId: customer.id,
      subscriptionId: subscription?.id ?? null,
      invoiceId: invoice.id,
    });
    const bought =
      subscription && company.store.update('subscriptions', subscription.id, { latestInvoiceId: invoice.id });
    const facts = { checkout, customer, newCustomer: !known, subscription: bought, invoice };
    company.emit({ kind: 'checkout_completed', ...facts }, customer.id);
    redeem(company, open.couponId);
    if (buyer.card?.behaviour === 'disputed' && invoice.total > 0) openDispute(company, invoice.id);
    return checkout;
  });
}

/** A checkout that is bound to a customer keeps that one's address, whatever is typed. */
function paidBy(company: Company, checkoutId: string, typed: string): Partial<Checkout> {
  const open = company.store.get('checkouts', checkoutId);
  const email = company.store.get('customers', open?.customerId ?? '')?.email ?? typed;
  const trialDays = open && company.dialect.trialDays?.(company, open, email);
  return { email, pending: null, ...(trialDays === undefined ? {} : { trialDays }) };
}

function redeem({ store }: Company, couponId: string | null | undefined): void {
  const coupon = store.get('coupons', couponId ?? '');
  if (coupon) store.update('coupons', coupon.id, { redeemed: coupon.redeemed + 1 });
}

function knownBuyer(company: Company, checkout: Checkout, email: string): Customer | undefined {
  if (checkout.customerId) return liveCustomer(company, checkout.customerId);
  return company.dialect.findBuyer?.(company, checkout, email);
}

function customerOf(checkout: Checkout, email: string) {
  return { email, externalId: checkout.customerExternalId, metadata: checkout.customerMetadata, extra: checkout.extra };
}

function addSubscription(company: Company, checkout: Checkout, customer: Customer): Subscription {
  const now = company.clock.now();
  const interval = recurringInterval(company, checkout.priceId);
  const trialEnd = checkout.trialDays > 0 ? now + checkout.trialDays * DAY_MS : null;
  const end = trialEnd ?? periodEnd(now, interval, now);
  const never = { cancelAt: null, cancelVia: null, canceledAt: null, endedAt: null, endReason: null };
  const running = {
    pausedAt: null,
    pauseAtPeriodEnd: false,
    resumesAt: null,
    pauseCollection: null,
    pendingUpdate: null,
  };
  const trial = { trialStart: trialEnd === null ? null : now, trialEnd, trialEndAnnounced: false };
  return company.store.put('subscriptions', {
    ...never,
    ...running,
    ...trial,
    id: company.newId('subscription'),
    itemId: company.newId('item'),
    customerId: customer.id,
    checkoutId: checkout.id,
    priceId: checkout.priceId,
    quantity: checkout.quantity,
    status: trialEnd === null ? 'active' : 'trialing',
    metadata: checkout.subscriptionMetadata,
    createdAt: now,
    updatedAt: now,
    anchor: trialEnd ?? now,
    periodStart: now,
    periodEnd: end,
    latestInvoiceId: null,
    pendingAmount: 0,
    failNext: 0,
    discount: lastingDiscount(company, checkout.couponId),
    withoutCard: checkout.withoutCard,
    extra: {},
  });
}

interface Bought {
  customer: Customer;
  subscription: Subscription | null;
}

function firstInvoice(company: Company, checkout: Checkout, { customer, subscription }: Bought): Invoice {
  const { priceId, quantity } = checkout;
  const { periodStart, periodEnd } = subscription ?? {
    periodStart: company.clock.now(),
    periodEnd: company.clock.now(),
  };
  const lines = periodLines(company, { priceId, quantity, periodStart, periodEnd, pendingAmount: 0 });
  const label = company.price(priceId).label;
  const free = lines.map((line) => ({ ...line, amount: 0, description: `Trial period for ${label}` }));
  const invoice = createInvoice(company, {
    customerId: customer.id,
    subscriptionId: subscription?.id ?? null,
    checkoutId: checkout.id,
    reason: subscription ? 'create' : 'purchase',
    lines: subscription?.status === 'trialing' ? free : lines,
    metadata: subscription ? subscription.metadata : checkout.paymentMetadata,
    couponId: checkout.couponId,
  });
  return charge(company, invoice, subscription);
}
