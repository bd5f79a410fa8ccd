import { useText } from '../../../text/useText.tsx';
import type { SubscriptionView } from '../../../trpc.ts';
import type { Beside } from '../beside.ts';

/** How a subscription is named in words and on buttons: by its plan, and where there are several by its price as well. */
export function useNaming(subscription: SubscriptionView, { others }: Beside) {
  const { copy, format, planName } = useText();
  const { amount, interval } = subscription.paid;
  const plan = planName(subscription.paid.plan);
  const isOnly = others.length === 0;
  const price =
    amount === null
      ? ''
      : `, ${format.money(amount, subscription.currency)} ${copy.dashboard.per[interval] ?? interval}`;
  const which = isOnly ? plan : plan + price;
  return { plan, which, labelOf: (action: string) => (isOnly ? undefined : `${action}: ${which}`) };
}
