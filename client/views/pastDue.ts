import { type Beside, isLast } from './beside.ts';
import type { StatedSubscription } from './statement/stated.ts';
import type { StatedAccess } from './statement/statement.ts';

/** What a failed payment means: of this subscription, and of all that its owner has. */
export type PastDue =
  /** Kept until then; `beside`: something else goes on afterwards. */
  | { kind: 'kept'; until: string; beside: boolean }
  /** Not paid, and another plan is had all the same. */
  | { kind: 'other'; used: string }
  | { kind: 'lost' };

interface Account {
  access: Pick<StatedAccess, 'plan'>;
  beside: Pick<Beside, 'others' | 'kept'>;
}

export function pastDueOf(
  { paid, use }: Pick<StatedSubscription, 'paid' | 'use'>,
  { access, beside }: Account,
): PastDue {
  const { plan } = access;
  const hasOther = plan !== 'free' && plan !== paid.plan;
  if (use.usable && use.until !== null) return { kind: 'kept', until: use.until, beside: hasOther || !isLast(beside) };
  return plan === 'free' ? { kind: 'lost' } : { kind: 'other', used: plan };
}
