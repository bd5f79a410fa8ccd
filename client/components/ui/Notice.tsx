import type { ReactNode } from 'react';
import { useFocusInstead } from '../../hooks/useFocusInstead.ts';
import type { Tone } from '../../views/subscriptionCard.ts';
import { Icon, toneIcons } from './Icon.tsx';
import classes from './Notice.module.css';

interface NoticeProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It says what became of a button that is gone. */
  takesFocus?: boolean;
}

/** A message on the page: `danger` interrupts as an alert, the others are a status. */
export function Notice({ tone, title, children, action, takesFocus = false }: NoticeProps) {
  const root = useFocusInstead<HTMLDivElement>(takesFocus && title);
  return (
    <div
      ref={root}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes.notice}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={toneIcons[tone]} />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <div className={classes.body}>{children}</div>
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
