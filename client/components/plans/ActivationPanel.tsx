import { usePageText } from '../../text/usePageText.ts';
import type { Activation, Purchase } from '../../views/activation.ts';
import { checkoutLine } from '../../views/statement/line.ts';
import { Line } from '../line/Line.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Heading } from '../ui/Heading.tsx';
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
export function ActivationPanel({ state, purchase, error, ...rest }: ActivationPanelProps) {
  const { copy } = usePageText();
  const title = purchase === 'one_time' ? copy.checkout.activatingOneTime : copy.checkout.activating;
  const isWaiting = !error && state === 'waiting';
  return (
    <div className={`sheet inset ${classes.panel}`}>
      <div role="status">
        <Heading title={isWaiting ? title : copy.dashboard.plan} hidden={!isWaiting} />
        {isWaiting && <p className="quiet">{copy.checkout.activatingText}</p>}
      </div>
      {isWaiting && <Line label={copy.line.ofCheckout} points={checkoutLine} now={new Date()} />}
      {error !== null && <ErrorState error={error} retry={rest.refresh} title={copy.checkout.unread} />}
      {error === null && state === 'late' && <Late {...rest} />}
    </div>
  );
}

function Late({ unseen, refresh }: Pick<ActivationPanelProps, 'unseen' | 'refresh'>) {
  const { copy } = usePageText();
  const texts = copy.checkout;
  const again = (
    <Button variant="default" onClick={refresh}>
      {copy.actions.refresh}
    </Button>
  );
  return (
    <Notice tone="info" title={unseen ? texts.unseenTitle : texts.lateTitle} action={again}>
      {unseen ? texts.unseenText : texts.lateText}
    </Notice>
  );
}
