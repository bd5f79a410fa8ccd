import { type CardInput, type CardProblems, failureOf, readCard } from './cards.ts';
import type { Company } from './company.ts';
import { liveCustomer } from './customers.ts';
import { couponByCode, usableCoupon } from './discounts.ts';
import { DAY_MS } from './periods.ts';
import { purchase } from './purchase.ts';
import { randomText } from './random.ts';
import type { CardFace, Checkout } from './records.ts';
import { Refusal } from './refusal.ts';

export type NewCheckout = Pick<Checkout, 'priceId' | 'quantity' | 'successUrl' | 'cancelUrl'> &
  Partial<
    Pick<
      Checkout,
      | 'trialDays'
      | 'customerId'
      | 'email'
      | 'reference'
      | 'customerExternalId'
      | 'customerMetadata'
      | 'metadata'
      | 'subscriptionMetadata'
      | 'paymentMetadata'
      | 'expiresAt'
      | 'couponId'
      | 'takes'
      | 'withoutCard'
      | 'extra'
    >
  >;

/**
 * Creates an open checkout, which expires after 24 hours by default. Without `trialDays`, the price's own trial
 * applies.
 */
export function createCheckout(company: Company, input: NewCheckout): Checkout {
  return company.act(() => {
    const price = company.price(input.priceId);
    if (input.customerId) liveCustomer(company, input.customerId);
    if (input.couponId) usableCoupon(company, input.couponId);
    const now = company.clock.now();
    const trialDays = price.interval === 'one_time' ? 0 : (input.trialDays ?? price.trialDays ?? 0);
    const blank = { customerId: null, email: null, reference: null, customerExternalId: null, extra: {} };
    const noMetadata = { customerMetadata: {}, metadata: {}, subscriptionMetadata: {}, paymentMetadata: {} };
    const done = { completedAt: null, subscriptionId: null, invoiceId: null, pending: null };
    const checkout = company.store.put('checkouts', {
      ...blank,
      ...noMetadata,
      ...done,
      expiresAt: now + DAY_MS,
      ...input,
      id: company.newId('checkout'),
      token: randomText(40),
      status: 'open',
      createdAt: now,
      trialDays,
    });
    company.emit({ kind: 'checkout_created', checkout }, checkout.id);
    return checkout;
  });
}

/**
 * Applies a code that the buyer enters; false: the code isn't valid. Throws a Refusal when the checkout takes no codes.
 */
export function applyCode(company: Company, id: string, code: string): boolean {
  return company.act(() => {
    if (!openCheckout(company, id).takes?.codes) throw new Refusal('conflict', 'This checkout takes no codes.');
    const coupon = couponByCode(company, code);
    if (coupon) company.store.update('checkouts', id, { couponId: coupon.id });
    return coupon !== undefined;
  });
}

/** Stores a tax id that the buyer enters. Throws a Refusal when the checkout asks for none. */
export function nameTaxId(company: Company, id: string, taxId: string): void {
  company.act(() => {
    if (!openCheckout(company, id).takes?.taxId) throw new Refusal('conflict', 'This checkout asks for no tax id.');
    company.store.update('checkouts', id, { taxId });
  });
}

export type PayOutcome =
  | { kind: 'paid'; checkout: Checkout }
  | { kind: 'declined'; message: string }
  | { kind: 'authenticate' }
  | { kind: 'invalid'; problems: CardProblems };

/** Handles the buyer's click on "pay". Throws a Refusal when the checkout isn't open. */
export function payCheckout(company: Company, id: string, buyer: { email: string; card: CardInput }): PayOutcome {
  const read = readCard(buyer.card, company.clock.now());
  if ('problems' in read) return { kind: 'invalid', problems: read.problems };
  return payWithCard(company, id, { email: buyer.email, card: read.face });
}

export function payWithCard(company: Company, id: string, buyer: { email: string; card: CardFace }): PayOutcome {
  return company.act(() => {
    const open = openCheckout(company, id);
    company.dialect.refuseBuyer?.(company, open, buyer.email);
    if (buyer.card.behaviour === 'bank_debit' && !company.dialect.takesBankDebits) {
      throw new Refusal('conflict', 'This company takes no bank debits.');
    }
    if (buyer.card.behaviour === 'declined') return { kind: 'declined', message: declineText(buyer.card) };
    if (buyer.card.behaviour === 'authenticate' || buyer.card.behaviour === 'authenticate_always') {
      company.store.update('checkouts', id, { pending: buyer });
      return { kind: 'authenticate' };
    }
    return { kind: 'paid', checkout: purchase(company, id, buyer) };
  });
}

/** Starts a trial without a card. Throws a Refusal when the checkout requires one. */
export function startWithoutCard(company: Company, id: string, email: string): PayOutcome {
  return company.act(() => {
    const { withoutCard, trialDays } = openCheckout(company, id);
    if (!withoutCard || trialDays === 0) throw new Refusal('conflict', 'This checkout needs a card.');
    return { kind: 'paid', checkout: purchase(company, id, { email, card: null }) };
  });
}

/** Handles the buyer's answer to the bank's authentication request. */
export function authenticateCheckout(company: Company, id: string, confirmed: boolean): PayOutcome {
  return company.act(() => {
    const { pending } = openCheckout(company, id);
    if (!pending) throw new Refusal('conflict', 'No payment waits for authentication.');
    if (confirmed) return { kind: 'paid', checkout: purchase(company, id, pending) };
    company.store.update('checkouts', id, { pending: null });
    return { kind: 'declined', message: 'Authentication failed. You were not charged: try again or use another card.' };
  });
}

export function expireCheckout(company: Company, id: string): Checkout {
  return company.act(() => {
    openCheckout(company, id);
    const checkout = company.store.update('checkouts', id, { status: 'expired', pending: null });
    company.emit({ kind: 'checkout_expired', checkout }, checkout.customerId ?? checkout.id);
    return checkout;
  });
}

function openCheckout(company: Company, id: string): Checkout {
  const checkout = company.store.get('checkouts', id);
  if (!checkout) throw new Refusal('not_found', `No such checkout session: '${id}'`, 'session');
  if (checkout.status !== 'open') throw new Refusal('conflict', `This checkout session is ${checkout.status}.`);
  return checkout;
}

function declineText(card: CardFace): string {
  if (card.brand !== 'unknown') {
    return `${failureOf(card.declineCode).message} You were not charged: try another card.`;
  }
  return 'Your card was declined: this is a sandbox, where only the test cards below work. Never enter a real card.';
}
