import { usePageText } from '../../../text/usePageText.ts';
import type { SubscriptionView } from '../../../trpc.ts';
import type { Beside } from '../../../views/beside.ts';
import { withTax } from '../../../views/withTax.ts';

/** How a subscription is named in words and on buttons: by its plan, and where there are several by its price as well. */
export function useNaming(subscription: SubscriptionView, { others }: Beside) {
  const { copy, format, planName } = usePageText();
  const { paid, currency, taxIncluded } = subscription;
  const { amount, interval } = paid;
  const plan = planName(paid.plan);
  const isOnly = others.length === 0;
  const price =
    amount === null ? null : `${format.money(amount, currency)} ${copy.dashboard.per[interval] ?? interval}`;
  const which = isOnly || price === null ? plan : `${plan}, ${withTax(price, taxIncluded, copy)}`;
  return {
    plan,
    free: planName('free'),
    which,
    labelOf: (action: string) => (isOnly ? undefined : `${action}: ${which}`),
  };
}
