import { useOperatorText } from '../../text/useOperatorText.ts';
import { outcomeTone } from '../../views/outcomeTone.ts';
import { StatusBadge } from '../subscription/StatusBadge.tsx';
import type { IconName } from '../ui/Icon.tsx';

const icons: Record<string, IconName> = {
  applied: 'check',
  completed: 'check',
  stale: 'clock',
  open: 'clock',
  unmatched: 'question',
  failed: 'alert',
};

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { copy } = useOperatorText();
  return (
    <StatusBadge tone={outcomeTone(outcome)} icon={icons[outcome] ?? 'dash'}>
      {copy.operator.outcomes[outcome] ?? outcome}
    </StatusBadge>
  );
}
