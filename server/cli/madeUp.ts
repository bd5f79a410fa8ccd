import type { CheckoutInterval, EventType, Money, SubscriptionStatus } from '../adapters/adapter.ts';
import type { Billing } from '../billing/context.ts';
import { monthsAfter } from '../billing/records/instant.ts';
import { paidPlan, shownPrice } from '../plans/catalogue.ts';
import type { derivedId, Fact, FactSubscription, signEvent, wordEvent } from '../sandbox/wordEvent.ts';
import type { Settings } from '../settings/types.ts';

/** What a made-up event tells. The provider's own ids derive from the user's where none are given. */
export interface MadeUp {
  userId: string;
  email: string;
  /** Goes into the metadata, as our checkouts put it there; absent: the price alone says it. */
  plan?: string;
  interval: CheckoutInterval;
  priceId: string;
  amount: Money;
  customerId?: string;
  /** About a second subscription of the user. */
  isSecond?: boolean;
  subscriptionId?: string;
  /** Of the invoice, order or transaction. */
  paymentId?: string;
  /** Of the subscription; absent: what the event usually comes with. */
  status?: SubscriptionStatus;
  cancelAtPeriodEnd?: boolean;
  /** Absent: the event's time. */
  periodStart?: Date;
  /** Absent: an interval later. */
  periodEnd?: Date;
  /** One of the provider's names for this type; absent: the usual one. */
  nativeType?: string;
  /** Tells this event from others; the same one is a repeat of the same event. */
  eventId: string;
  occurredAt: Date;
}

export interface MadeUpDelivery {
  body: string;
  /** The signature, under the configured header, and what goes with it. */
  headers: Record<string, string>;
  /** What the provider's books hold of it. */
  fact: Fact;
}

export type MakeUp = (type: EventType, told: MadeUp) => MadeUpDelivery;

interface Wording {
  derivedId: typeof derivedId;
  wordEvent: typeof wordEvent;
  signEvent: typeof signEvent;
}

interface Signer {
  provider: string;
  secret: string;
  /** Absent: the provider's own. */
  signatureHeader?: string;
}

/** Makes deliveries such as the provider sends: the sandbox words and signs them. */
export async function loadMakeUp({ provider, secret, signatureHeader }: Signer): Promise<MakeUp> {
  const { derivedId, wordEvent, signEvent }: Wording = await import('../sandbox/wordEvent.ts');
  const idOf: IdOf = (kind, ...words) => derivedId(provider, kind, words.join('\n'));
  return (type, told) => {
    const fact = factOf(type, told, idOf);
    const body = JSON.stringify(wordEvent(provider, fact));
    return { body, headers: signEvent(provider, { body, eventId: fact.id, secret, signatureHeader }), fact };
  };
}

interface Receiver {
  billing: Billing;
  settings: Settings;
}

/** As the service's active provider signs. */
export function activeSigner({ settings: { provider, providers }, billing }: Receiver): Signer {
  const { webhookSecrets: [secret = ''] = [] } = providers[provider];
  return { provider, secret, signatureHeader: billing.adapter.signatureHeader };
}

/** What the plans file and the settings say of a plan at an interval. Throws where the file has no price for it. */
export function pricedAs({ plans, provider, providers }: Settings, name: string, interval: CheckoutInterval) {
  const plan = paidPlan(plans, name);
  if (!plan) throw new Error(`${plans.file} has no plan ${name}`);
  const sold = providers[provider].prices.find((price) => price.plan === name && price.interval === interval);
  const amount = shownPrice(plan, interval);
  return { priceId: sold?.id ?? `${name}_${interval}`, amount, trialDays: plan.trial_days };
}

/** An id in the provider's form; the same for the same words. */
type IdOf = (kind: Parameters<typeof derivedId>[1], ...words: string[]) => string;

function factOf(type: EventType, told: MadeUp, idOf: IdOf): Fact {
  const { userId, plan, interval, occurredAt, priceId, amount } = told;
  const isPurchase = type === 'order.paid';
  const isCheckout = isPurchase || type === 'checkout.session.completed';
  const which = isPurchase ? ['purchase', userId] : told.isSecond ? ['second', userId] : [userId];
  return {
    id: idOf('event', told.eventId),
    type,
    name: told.nativeType,
    at: occurredAt.getTime(),
    customer: { id: told.customerId ?? idOf('customer', userId), email: told.email, userId },
    price: {
      id: priceId,
      plan: plan ?? '',
      label: plan ?? 'Subscription',
      interval: isPurchase ? 'one_time' : recurring(interval),
      amount: amount.minorUnits,
      currency: amount.currency,
    },
    subscription: isPurchase || type.startsWith('customer.') ? undefined : subscriptionOf(type, told, idOf),
    paymentId: isCheckout || type.startsWith('invoice.') ? (told.paymentId ?? idOf('invoice', ...which)) : undefined,
    // Where a payment is known by its checkout's order, the given id is the checkout's.
    checkoutId: isCheckout ? (told.paymentId ?? checkoutIdOf(type, userId, idOf)) : ofFirstPayment(type, told, idOf),
    metadata: plan ? { userId, plan, interval } : { userId },
  };
}

/** What a subscription of a one-time price would be billed by. */
const recurring = (interval: CheckoutInterval) => (interval === 'year' ? 'year' : 'month');

const checkoutIdOf = (type: EventType, userId: string, idOf: IdOf) =>
  idOf('checkout', type === 'order.paid' ? type : '', userId);

/** A subscription's payments name the checkout that it came from. */
function ofFirstPayment(
  type: EventType,
  { paymentId, subscriptionId, isSecond = false, userId }: MadeUp,
  idOf: IdOf,
): string | undefined {
  const isKnown = !isSecond && paymentId === undefined && subscriptionId === undefined && type.startsWith('invoice.');
  return isKnown ? checkoutIdOf(type, userId, idOf) : undefined;
}

function subscriptionOf(type: EventType, told: MadeUp, idOf: IdOf): FactSubscription {
  const { occurredAt, periodStart = occurredAt, interval, userId } = told;
  const status = told.status ?? usualStatus(type);
  const start = periodStart.getTime();
  const end = (told.periodEnd ?? intervalAfter(periodStart, interval)).getTime();
  return {
    id: told.subscriptionId ?? (told.isSecond ? idOf('subscription', 'second', userId) : idOf('subscription', userId)),
    status,
    periodStart: start,
    periodEnd: end,
    cancelAtPeriodEnd: told.cancelAtPeriodEnd,
    ...(status === 'trialing' ? { trialStart: start, trialEnd: end } : {}),
  };
}

function intervalAfter(start: Date, interval: CheckoutInterval): Date {
  return monthsAfter(start, recurring(interval) === 'year' ? 12 : 1);
}

/** What an event of this type usually says of its subscription. */
function usualStatus(type: EventType): SubscriptionStatus {
  if (type === 'subscription.canceled' || type === 'subscription.deleted') return 'canceled';
  return type === 'invoice.payment_failed' ? 'past_due' : 'active';
}
