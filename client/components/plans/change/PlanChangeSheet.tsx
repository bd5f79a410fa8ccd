import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../text/useText.tsx';
import type { PlanView, SubscriptionView } from '../../../trpc.ts';
import { readInterval } from '../../../views/paths.ts';
import { type ChangeOffer, changeOffer } from '../../../views/planChange.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeCost } from './ChangeCost.tsx';
import classes from './PlanChangeSheet.module.css';

interface PlanChangeSheetProps {
  plans: PlanView[];
  currency: string;
  subscription: SubscriptionView;
}

/** The change that the address asks for: what it costs and when, then the confirmation. */
export function PlanChangeSheet({ plans, currency, subscription }: PlanChangeSheetProps) {
  const { copy } = useText();
  const [query] = useSearchParams();
  // Judged once: as soon as the change is made, the offer would be the plan one has.
  const [offer] = useState(() =>
    changeOffer({ plan: query.get('plan'), interval: query.get('interval') }, plans, subscription),
  );
  if (offer.kind === 'offer') {
    return (
      <div className={`card ${classes.sheet}`}>
        <Terms offer={offer} currency={currency} subscription={subscription} />
        <ChangeCost plan={offer.plan} interval={offer.interval} subscription={subscription} />
      </div>
    );
  }
  return (
    <>
      <Notice tone="neutral" title={offer.kind === 'same' ? copy.changePlan.same : copy.changePlan.notOffered} />
      <p>
        <Link to="/pricing">{copy.actions.choosePlan}</Link>
      </p>
    </>
  );
}

interface TermsProps {
  offer: Extract<ChangeOffer, { kind: 'offer' }>;
  currency: string;
  subscription: SubscriptionView;
}

/** What one has beside what one would have. */
function Terms({ offer, currency, subscription }: TermsProps) {
  const { copy, format, planName } = useText();
  const { paid } = subscription;
  const interval = readInterval(paid.interval);
  const amount = paid.amount === null ? '' : format.money(paid.amount, subscription.currency);
  const now = `${amount} ${copy.plans.per[interval]}`.trim();
  const then = `${format.money(offer.amount, currency)} ${copy.plans.per[offer.interval]}`;
  return (
    <dl className={classes.terms}>
      <div>
        <dt>{copy.changePlan.currentPlan}</dt>
        <dd>
          {planName(paid.plan)}, {now}
        </dd>
      </div>
      <div>
        <dt>{copy.changePlan.newPlan}</dt>
        <dd>
          {planName(offer.plan)}, {then}
        </dd>
      </div>
    </dl>
  );
}
