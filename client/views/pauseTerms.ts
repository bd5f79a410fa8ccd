import type { Copy } from '../text/en.ts';
import type { ChangePreview } from '../trpc.ts';
import { type Beside, isAll, isLast } from './beside.ts';
import type { StatedSubscription } from './statement/stated.ts';

interface Words {
  copy: Pick<Copy, 'pausePlan' | 'cancelPlan'>;
  plan: string;
  /** What the free plan is called. */
  free: string;
  date(iso: string): string;
  preview: Pick<ChangePreview, 'effectiveAt' | 'paidTime'>;
  /** By the plans file; undefined: not known, and nothing is said of it. */
  keepsAccess: boolean | undefined;
}

/** What pausing means, in paragraphs: from when, what can be used meanwhile, what becomes of what is paid. */
export function pauseTerms(
  { status, currentPeriodEnd }: Pick<StatedSubscription, 'status' | 'currentPeriodEnd'>,
  beside: Beside,
  { copy: { pausePlan: texts, cancelPlan }, plan, free, date, preview, keepsAccess }: Words,
): string[] {
  const { effectiveAt: from, paidTime } = preview;
  const isLater = from === currentPeriodEnd;
  const isPaid = status === 'active';
  const paragraphs = [
    begins(),
    isPaid && paidTime === 'lost' && (keepsAccess ? texts.uncredited : texts.lost)(plan, date(currentPeriodEnd)),
    isPaid && paidTime === 'credited' && texts.credited(plan, date(currentPeriodEnd)),
    beside.others.length > 0 && cancelPlan.others(beside.others.length),
    texts.resumable,
  ];
  return paragraphs.filter((said) => said !== false);

  function begins(): string {
    if (keepsAccess) return isLater ? texts.laterKept(plan, date(from)) : texts.nowKept(plan);
    if (keepsAccess === false && isAll(beside) && isLast(beside))
      return isLater ? texts.later(plan, date(from), free) : texts.now(plan, free);
    return isLater ? texts.laterBeside(plan, date(from)) : texts.nowBeside(plan);
  }
}
