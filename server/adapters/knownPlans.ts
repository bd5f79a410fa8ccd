import type { Adapter, PaymentResult, ProviderSnapshot, SubscriptionResult, WebhookResult } from './adapter.ts';

const UNKNOWN = 'unknown';

export interface PlanRules {
  isKnown(plan: string): boolean;
  /** How many days a one-time purchase grants its plan; 0: none. */
  oneTimeDays: number | 'lifetime';
}

/**
 * Wraps an adapter to recognise only the plans of the service, sold or not: a subscription without a price, and with
 * any other plan in its metadata, is on plan `unknown`, with a warning. A one-time purchase gets the number of days
 * that it grants.
 */
export function withKnownPlans(adapter: Adapter, rules: PlanRules): Adapter {
  const { isKnown } = rules;
  const isOdd = ({ plan }: SubscriptionResult) => plan !== undefined && plan !== UNKNOWN && !isKnown(plan);
  const known = (snapshot: ProviderSnapshot): ProviderSnapshot =>
    isOdd(snapshot.subscription)
      ? { ...snapshot, subscription: { ...snapshot.subscription, plan: UNKNOWN } }
      : snapshot;
  return {
    ...adapter,
    processWebhookEvent(event) {
      const result = withPurchase(adapter.processWebhookEvent(event), rules);
      const { subscription, warnings } = result;
      if (!subscription || !isOdd(subscription)) return result;
      const warning = `unknown plan: metadata ${subscription.plan}`;
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
  };
}

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
