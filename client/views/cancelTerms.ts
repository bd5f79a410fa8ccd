import type { Copy } from '../text/en.ts';
import type { ChangePreview } from '../trpc.ts';
import { type Beside, isAll, isLast } from './beside.ts';
import { endOf } from './statement/nextCharge.ts';
import type { StatedSubscription } from './statement/stated.ts';

interface Words {
  copy: Pick<Copy, 'cancelPlan'>;
  plan: string;
  /** What the free plan is called. */
  free: string;
  date(iso: string): string;
  /** What was scheduled and is dropped; absent: not known. */
  replaces?: ChangePreview['replaces'];
}

type Ending = Pick<StatedSubscription, 'status' | 'paused' | 'trialEnd' | 'currentPeriodEnd' | 'use'>;

/** What canceling means, in paragraphs: what is kept, what is still charged, what goes on. */
export function cancelTerms(
  subscription: Ending,
  beside: Beside,
  { copy: { cancelPlan: texts }, plan, free, date, replaces }: Words,
): string[] {
  const { status, paused, use } = subscription;
  const isTrial = status === 'trialing';
  const isHad = use.usable && !paused && status !== 'past_due';
  const [all, of] =
    status === 'past_due'
      ? [texts.due, texts.dueOf]
      : isTrial
        ? [texts.trialCharge, texts.trialChargeOf]
        : [texts.charge, texts.chargeOf];
  const paragraphs = [
    [(isHad ? texts.keeps : texts.ends)(plan, date(endOf(subscription))), isHad && isLast(beside) && texts.free(free)],
    [isAll(beside) ? all : of(plan), isHad && !isTrial && texts.notRefunded],
    [beside.others.length > 0 && texts.others(beside.others.length)],
    [replaces && texts.drops[replaces]],
    [texts.resumable],
  ];
  return paragraphs.map((sentences) => sentences.filter(Boolean).join(' ')).filter(Boolean);
}
