import type { Company } from './company.ts';
import { addCard, addCustomer, liveCustomer } from './customers.ts';
import { charge } from './invoices.ts';
import { addSubscription, firstInvoice, type Terms } from './newSubscription.ts';
import { DAY_MS } from './periods.ts';
import type { CardFace, Checkout, Customer } from './records.ts';
import { disputeIfCardSays } from './subscribe.ts';

interface Buyer {
  email: string;
  /** null: a trial without a card. */
  card: CardFace | null;
}

/**
 * Completes an open checkout whose card works: creates customer, subscription or order, and invoice, with one
 * occurrence.
 */
export function purchase(company: Company, checkoutId: string, buyer: Buyer): Checkout {
  return company.act(() => {
    const open = company.store.update('checkouts', checkoutId, paidBy(company, checkoutId, buyer.email));
    const known = knownBuyer(company, open, buyer.email);
    const added = known ?? addCustomer(company, customerOf(open, buyer.email));
    const customer = buyer.card ? addCard(company, added.id, buyer.card) : added;
    const oneTime = company.price(open.priceId).interval === 'one_time';
    const sold = { ...soldBy(company, open), customerId: customer.id };
    const subscription = oneTime ? null : addSubscription(company, sold);
    const bill = firstInvoice(company, { ...sold, metadata: open.paymentMetadata }, subscription);
    const isAwaited = subscription !== null && bill.total > 0 && buyer.card?.behaviour === 'bank_debit';
    const invoice = isAwaited ? bill : charge(company, bill, subscription);
    const checkout = company.store.update('checkouts', checkoutId, {
      status: 'complete',
      completedAt: company.clock.now(),
      customerId: customer.id,
      subscriptionId: subscription?.id ?? null,
      invoiceId: invoice.id,
    });
    const begun = { latestInvoiceId: invoice.id, ...(isAwaited ? { status: 'incomplete' as const } : {}) };
    const bought = subscription && company.store.update('subscriptions', subscription.id, begun);
    const facts = { checkout, customer, newCustomer: !known, subscription: bought, invoice };
    company.emit({ kind: 'checkout_completed', ...facts }, customer.id);
    redeem(company, open.couponId);
    disputeIfCardSays(company, invoice);
    return checkout;
  });
}

/** A checkout that is bound to a customer keeps that customer's email address, whatever the buyer enters. */
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

function soldBy(company: Company, checkout: Checkout): Omit<Terms, 'customerId'> {
  const { id, priceId, quantity, trialDays, subscriptionMetadata, couponId, withoutCard } = checkout;
  const trialEnd = trialDays > 0 ? company.clock.now() + trialDays * DAY_MS : null;
  return { checkoutId: id, priceId, quantity, trialEnd, metadata: subscriptionMetadata, couponId, withoutCard };
}
