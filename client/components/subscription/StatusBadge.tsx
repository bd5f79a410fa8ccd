import type { Tone } from '../../views/subscriptionCard.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  tone: Tone;
  icon: IconName;
  children: string;
}

/** A state in words, with an icon and a colour that repeat it. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}
