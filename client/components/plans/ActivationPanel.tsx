import { useText } from '../../text/useText.tsx';
import type { Activation, Purchase } from '../../views/activation.ts';
import { checkoutLine } from '../../views/statement/line.ts';
import { Line } from '../line/Line.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './ActivationPanel.module.css';

interface ActivationPanelProps {
  state: Exclude<Activation, 'done'>;
  purchase: Purchase;
  /** The provider was asked, and knows of no payment. */
  unseen: boolean;
  /** Why the news could not be read; null: they are still on the way. */
  error: unknown;
  refresh(): void;
}

/** Stands where the plan will be, so that nobody is offered a second purchase meanwhile. */
export function ActivationPanel({ state, purchase, unseen, error, refresh }: ActivationPanelProps) {
  const { copy } = useText();
  if (error) return <ErrorState error={error} retry={refresh} title={copy.checkout.unread} />;
  if (state === 'late') {
    return (
      <Notice
        tone="info"
        title={unseen ? copy.checkout.unseenTitle : copy.checkout.lateTitle}
        action={
          <Button variant="default" onClick={refresh}>
            {copy.actions.refresh}
          </Button>
        }
      >
        {unseen ? copy.checkout.unseenText : copy.checkout.lateText}
      </Notice>
    );
  }
  return (
    <div className={`card ${classes.panel}`}>
      <div role="status">
        <p className={classes.title}>
          {purchase === 'one_time' ? copy.checkout.activatingOneTime : copy.checkout.activating}
        </p>
        <p className="quiet">{copy.checkout.activatingText}</p>
      </div>
      <Line label={copy.line.ofCheckout} points={checkoutLine} now={new Date()} />
    </div>
  );
}
