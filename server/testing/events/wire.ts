import { type FactType, type Fact as SandboxFact, wordEvent, wordObject } from '../../sandbox/wordEvent.ts';

/**
 * The records of the model provider; the sandbox converts them to each provider's format. Times are Unix milliseconds.
 */

export type Provider = 'alpha' | 'beta' | 'gamma';
export const providers: readonly Provider[] = ['alpha', 'beta', 'gamma'];

/** The plans of the default plans file. */
export const modelPlans = ['starter', 'pro', 'enterprise'] as const;
export type ModelPlan = (typeof modelPlans)[number];

export interface ModelCustomer {
  id: string;
  userId: string;
  email: string;
  deletedAt: number | null;
}

export interface ModelSubscription {
  id: string;
  plan: ModelPlan;
  interval: 'month' | 'year';
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  trialStart: number | null;
  trialEnd: number | null;
  periodStart: number;
  periodEnd: number;
}

export interface ModelInvoice {
  id: string;
  paid: boolean;
}

export type FactKind =
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'created'
  | 'updated'
  | 'deleted'
  | 'paid'
  | 'failed';

/** One event at the provider, with the records as they were at that moment. `id` is the event's. */
export interface Fact {
  id: string;
  at: number;
  kind: FactKind;
  customer: ModelCustomer;
  subscription?: ModelSubscription;
  invoice?: ModelInvoice;
}

export const unitAmounts = { starter: 490, pro: 990, enterprise: 9990 };

export function amountOf({ plan, interval }: ModelSubscription): number {
  return unitAmounts[plan] * (interval === 'year' ? 10 : 1);
}

const factTypes: Record<FactKind, FactType> = {
  'customer.created': 'customer.created',
  'customer.updated': 'customer.updated',
  'customer.deleted': 'customer.deleted',
  created: 'subscription.created',
  updated: 'subscription.updated',
  deleted: 'subscription.deleted',
  paid: 'invoice.payment_succeeded',
  failed: 'invoice.payment_failed',
};

/** The provider's own name of the event, where it isn't the usual one for its type. */
function nativeName(provider: Provider, { kind, subscription: sub }: Fact): string | undefined {
  if (provider === 'gamma' && kind === 'failed') return 'subscription.past_due';
  if (provider !== 'beta') return undefined;
  if (kind === 'created' && sub?.status === 'trialing') return 'subscription.trialing';
  if (kind === 'updated' && sub?.cancelAtPeriodEnd) return 'subscription.scheduled_cancel';
  return kind === 'deleted' ? 'subscription.canceled' : undefined;
}

interface State {
  customer: ModelCustomer;
  sub?: ModelSubscription;
  at: number;
}

/** The records in the sandbox's form. */
function stateOf({ customer, sub, at }: State): Pick<SandboxFact, 'at' | 'customer' | 'price' | 'subscription'> {
  const { plan = 'pro', interval = 'month' } = sub ?? {};
  return {
    at,
    customer: { id: customer.id, email: customer.email, userId: customer.userId },
    price: {
      id: `price_${plan}_${interval}`,
      plan,
      label: plan,
      interval,
      currency: 'usd',
      amount: sub ? amountOf(sub) : unitAmounts[plan],
    },
    ...(sub ? { subscription: sub } : {}),
  };
}

/** The body of the provider's webhook about a fact; gamma sends the event id in a header. */
export function toBody(provider: Provider, fact: Fact): object {
  const { id, at, kind, customer, subscription: sub, invoice } = fact;
  const said = { id, type: factTypes[kind], name: nativeName(provider, fact), paymentId: invoice?.id };
  return wordEvent(provider, { ...said, ...stateOf({ customer, sub, at }) });
}

/** The provider's record of a subscription, as the sandbox's books accept it. */
export function truthOf(sub: ModelSubscription, customer: ModelCustomer): SandboxFact {
  return { id: '', type: 'subscription.updated', ...stateOf({ customer, sub, at: sub.periodStart }) };
}

/** The provider's record of a customer. */
export function customerTruth(customer: ModelCustomer): SandboxFact {
  return { id: '', type: 'customer.created', ...stateOf({ customer, at: Date.now() }) };
}

/** The subscription as the provider's API returns it. */
export function toSnapshot(provider: Provider, sub: ModelSubscription, customer: ModelCustomer): object {
  return wordObject(provider, truthOf(sub, customer));
}

/** Creem reports a scheduled end only in the status: it replaces `trialing`, and `past_due` replaces it. */
export function asSaid(provider: Provider, sub: ModelSubscription): ModelSubscription {
  if (provider !== 'beta' || !sub.cancelAtPeriodEnd) return sub;
  return sub.status === 'past_due'
    ? { ...sub, cancelAtPeriodEnd: false, canceledAt: null }
    : { ...sub, status: 'active' };
}

/** Creem's unpaid subscription hides its end, and that the end was taken back: then it counts what was heard last. */
export function hidesItsEnd(provider: Provider, facts: readonly Fact[], { id, status }: ModelSubscription): boolean {
  if (provider !== 'beta' || status !== 'past_due') return false;
  return facts.some(({ subscription }) => subscription?.id === id && subscription.cancelAtPeriodEnd);
}
