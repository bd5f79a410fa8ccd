import type { RequestsCopy } from '../text/requests.en.ts';
import type { LinkedRequestView } from '../trpc.ts';

type Texts = Pick<RequestsCopy['link'], 'uncharged' | 'due' | 'dueOfSeveral'>;

/** What is still charged for the plans that a link ends. */
export function chargeAfter(plans: readonly Pick<LinkedRequestView['plans'][number], 'due'>[], texts: Texts): string {
  if (plans.every(({ due }) => !due)) return texts.uncharged;
  return plans.length === 1 ? texts.due : texts.dueOfSeveral;
}
