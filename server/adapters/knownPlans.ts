import type { Adapter, PaymentResult, ProviderSnapshot, SubscriptionResult, WebhookResult } from './adapter.ts';
import type { Remark } from './remarks.ts';

const UNKNOWN = 'unknown';

export interface PlanRules {
  isKnown(plan: string): boolean;
  /** How many days a one-time purchase grants its plan; 0: none. */
  oneTimeDays: number | 'lifetime';
  /** Whether it is the price of another product of the company (`<P>_PRICE_IGNORE`); without an id: whether any is. */
  isIgnored(priceId?: string): boolean;
}

/**
 * Wraps an adapter to recognise only the plans of the service, sold or not: a subscription without a price, and with
 * any other plan in its metadata, is on plan `unknown`, with a warning. A one-time purchase gets the number of days
 * that it grants. What belongs to another product of the company is marked as ignored.
 */
export function withKnownPlans(adapter: Adapter, rules: PlanRules): Adapter {
  const { isKnown } = rules;
  const isOdd = ({ plan }: SubscriptionResult) => plan !== undefined && plan !== UNKNOWN && !isKnown(plan);
  const known = <T extends ProviderSnapshot>(snapshot: T): T => {
    const subscription = marked(snapshot.subscription, rules);
    return { ...snapshot, subscription: isOdd(subscription) ? { ...subscription, plan: UNKNOWN } : subscription };
  };
  return {
    ...adapter,
    processWebhookEvent(event) {
      const result = withIgnored(withPurchase(adapter.processWebhookEvent(event), rules), rules);
      const { subscription, warnings } = result;
      if (!subscription || !isOdd(subscription)) return result;
      const warning: Remark = `unknown plan: metadata ${subscription.plan}`;
      return { ...result, subscription: { ...subscription, plan: UNKNOWN }, warnings: [...warnings, warning] };
    },
    async fetchSubscription(...asked) {
      const snapshot = await adapter.fetchSubscription(...asked);
      return snapshot && known(snapshot);
    },
    async listSubscriptions(...asked) {
      const { items, ...page } = await adapter.listSubscriptions(...asked);
      return { ...page, items: items.map(known) };
    },
    async listAccountSubscriptions(...asked) {
      const { items, ...page } = await adapter.listAccountSubscriptions(...asked);
      return { ...page, items: items.map(known) };
    },
  };
}

function withIgnored(result: WebhookResult, rules: PlanRules): WebhookResult {
  const { subscription, payment } = result;
  if (!rules.isIgnored()) return result;
  return {
    ...result,
    ...(subscription && { subscription: marked(subscription, rules) }),
    ...(payment && { payment: marked(payment, rules) }),
  };
}

/** Alpha's completed checkout names no price: without our own metadata, the subscription's events tell what it is. */
function marked<T extends SubscriptionResult | PaymentResult>(record: T, { isIgnored, isKnown }: PlanRules): T {
  const { priceId, plan, userId } = record;
  const isOurs = plan !== undefined && isKnown(plan) && userId !== undefined;
  const isOthers = priceId === undefined ? startsUnpriced(record) && !isOurs && isIgnored() : isIgnored(priceId);
  return isOthers ? { ...record, isIgnored: true } : record;
}

const startsUnpriced = (record: SubscriptionResult | PaymentResult) => 'kind' in record && record.kind === 'initial';

function withPurchase(result: WebhookResult, rules: PlanRules): WebhookResult {
  const { payment } = result;
  return payment?.type === 'one_time' ? { ...result, payment: purchased(payment, rules) } : result;
}

function purchased(payment: PaymentResult, { isKnown, oneTimeDays }: PlanRules): PaymentResult {
  const { plan, ...rest } = payment;
  if (plan === undefined || !isKnown(plan)) return rest;
  if (oneTimeDays === 0) return payment;
  return { ...payment, accessDays: oneTimeDays === 'lifetime' ? 0 : oneTimeDays };
}
