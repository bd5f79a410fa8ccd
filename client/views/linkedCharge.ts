import type { RequestsCopy } from '../text/requests.en.ts';
import type { LinkedRequestView } from '../trpc.ts';

type Texts = Pick<RequestsCopy['link'], 'uncharged' | 'due' | 'dueOfSeveral'>;

/** What is still charged for the plans that a link ends. */
export function chargeAfter(plans: readonly Pick<LinkedRequestView['plans'][number], 'due'>[], texts: Texts): string {
  if (plans.every(({ due }) => !due)) return texts.uncharged;
  return plans.length === 1 ? texts.due : texts.dueOfSeveral;
}

/** What comes after the link was used; what has ended by now can't be resumed. */
export function afterwards(
  { state, email, plans, chosen }: Pick<LinkedRequestView, 'state' | 'email' | 'chosen'> & { plans: { id: string }[] },
  texts: Pick<RequestsCopy['link'], 'waitingText' | 'mailed' | 'resume'>,
): string {
  if (state === 'confirmed') return texts.waitingText;
  const isLeft = plans.some(({ id }) => chosen.includes(id));
  return isLeft ? `${texts.mailed(email)} ${texts.resume}` : texts.mailed(email);
}
