import { usePageText } from '../../../text/usePageText.ts';
import type { LiveSubscriptions } from '../../../trpc.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Whoever chose another plan meanwhile is told that the older page counts no more. */
export function Superseded({ superseded }: Pick<LiveSubscriptions, 'superseded'>) {
  const { copy, planName } = usePageText();
  const texts = copy.several;
  const named = ({ plan, interval }: { plan: string; interval: string }) =>
    `${planName(plan)} (${(copy.plans.intervals as Record<string, string>)[interval] ?? interval})`;
  return superseded.map(({ plan, interval, by, payable, at }) => (
    <Notice key={at} tone="neutral" title={texts.replaced(named({ plan, interval }))}>
      {texts.replacedBy(by && named(by))} {payable ? texts.replacedOpen : texts.replacedClosed}
    </Notice>
  ));
}
