import { useText } from '../text/useText.tsx';
import { outcomeTone } from '../views/outcomeTone.ts';
import type { IconName } from './Icon.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const icons: Record<string, IconName> = {
  applied: 'check',
  completed: 'check',
  stale: 'clock',
  open: 'clock',
  unmatched: 'question',
  failed: 'alert',
};

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { copy } = useText();
  return (
    <StatusBadge tone={outcomeTone(outcome)} icon={icons[outcome] ?? 'dash'}>
      {copy.operator.outcomes[outcome] ?? outcome}
    </StatusBadge>
  );
}
