import { useText } from '../../text/useText.tsx';
import type { SubscriptionView } from '../../trpc.ts';
import type { SubscriptionCard } from '../../views/subscriptionCard.ts';
import classes from './PlanFacts.module.css';

interface PlanFactsProps {
  card: SubscriptionCard;
  subscription: SubscriptionView;
}

/** The next date and amount, each with the label that fits the state. */
export function PlanFacts({ card, subscription }: PlanFactsProps) {
  const { copy, format } = useText();
  const { date, amount } = card;
  return (
    <dl className={classes.facts}>
      {date && (
        <div>
          <dt>{copy.dashboard.dates[date.label]}</dt>
          <dd>
            <time dateTime={date.at}>{format.date(date.at)}</time>
          </dd>
        </div>
      )}
      {amount && (amount === 'none' || subscription.amountKnown) && (
        <div>
          <dt>{copy.dashboard.amounts[amount]}</dt>
          <dd>{format.money(amount === 'none' ? '0' : subscription.amount, subscription.currency)}</dd>
        </div>
      )}
    </dl>
  );
}
