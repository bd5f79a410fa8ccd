import { useText } from '../../text/useText.tsx';
import type { SubscriptionView } from '../../trpc.ts';
import { pendingOf } from '../../views/planChange.ts';
import type { SubscriptionCard } from '../../views/subscriptionCard.ts';
import { withTax } from '../../views/withTax.ts';
import classes from './PlanFacts.module.css';

interface PlanFactsProps {
  card: SubscriptionCard;
  subscription: SubscriptionView;
}

/** The next date and amount, each with the label that fits the state. */
export function PlanFacts({ card, subscription }: PlanFactsProps) {
  const { copy, format } = useText();
  const { date, amount } = card;
  const planned = pendingOf(subscription);
  const known = subscription.amountKnown ? subscription.amount : null;
  const next = planned && amount === 'next' ? (planned.amount ?? '0') : known;
  const money = (decimal: string) => format.money(decimal, subscription.currency);
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
      {amount && (amount === 'none' || next !== null) && (
        <div>
          <dt>{copy.dashboard.amounts[amount]}</dt>
          <dd>{amount === 'none' ? money('0') : withTax(money(next ?? '0'), subscription.taxIncluded, copy)}</dd>
        </div>
      )}
    </dl>
  );
}
