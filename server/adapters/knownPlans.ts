import type { Adapter, ProviderSnapshot, SubscriptionResult } from './adapter.ts';

const UNKNOWN = 'unknown';

/**
 * The adapter, for the plans that the service knows, sold or not: a subscription that names no price, and in
 * its metadata anything else, is on plan `unknown`, with a warning.
 */
export function withKnownPlans(adapter: Adapter, isKnown: (plan: string) => boolean): Adapter {
  const isOdd = ({ plan }: SubscriptionResult) => plan !== undefined && plan !== UNKNOWN && !isKnown(plan);
  const known = (snapshot: ProviderSnapshot): ProviderSnapshot =>
    isOdd(snapshot.subscription)
      ? { ...snapshot, subscription: { ...snapshot.subscription, plan: UNKNOWN } }
      : snapshot;
  return {
    ...adapter,
    processWebhookEvent(event) {
      const result = adapter.processWebhookEvent(event);
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
