import { useState } from 'react';
import { useWay } from '../../../hooks/useWay.ts';
import { Link } from '../../../router/Link.tsx';
import { useSearchParams } from '../../../router/Router.tsx';
import { usePageText } from '../../../text/usePageText.ts';
import type { PlanView, SubscriptionView } from '../../../trpc.ts';
import { readInterval } from '../../../views/paths.ts';
import { type ChangeOffer, changeOffer } from '../../../views/planChange.ts';
import { amountOfSeats, isBySeats, readSeats } from '../../../views/seats.ts';
import { withTax } from '../../../views/withTax.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SeatChoice } from '../seats/SeatChoice.tsx';
import { ChangeCost } from './ChangeCost.tsx';
import classes from './PlanChangeSheet.module.css';

interface PlanChangeSheetProps {
  plans: PlanView[];
  currency: string;
  subscription: SubscriptionView;
}

/** The change that the address asks for: what it costs and when, then the confirmation. */
export function PlanChangeSheet({ plans, currency, subscription }: PlanChangeSheetProps) {
  const { copy } = usePageText();
  const way = useWay();
  const [query] = useSearchParams();
  // Judged once: as soon as the change is made, the offer would be the plan one has.
  const [offer] = useState(() =>
    changeOffer(
      { plan: query.get('plan'), interval: query.get('interval'), seats: readSeats(query.get('seats')) },
      plans,
      subscription,
    ),
  );
  if (offer.kind === 'offer') return <OfferedChange offer={offer} currency={currency} subscription={subscription} />;
  return (
    <>
      <Notice tone="neutral" title={offer.kind === 'same' ? copy.changePlan.same : copy.changePlan.notOffered} />
      <p>
        <Link to={way('/pricing')}>{copy.actions.choosePlan}</Link>
      </p>
    </>
  );
}

/** Seats are chosen here too: each choice has its cost. */
function OfferedChange({ offer, currency, subscription }: TermsProps) {
  const { copy, format } = usePageText();
  const { plan, interval } = offer;
  const [seats, setSeats] = useState(offer.seats);
  // As soon as the change is made, it would be what one has.
  const [has] = useState(subscription);
  const bySeats = isBySeats(plan, interval);
  const isOwn = has.paid.plan === plan.name && has.paid.interval === interval && has.seats === seats;
  const wanted = { plan: plan.name, interval, quantity: bySeats ? seats : undefined };
  const whole = `${format.money(amountOfSeats(offer.amount, seats), currency)} ${copy.plans.per[interval]}`;
  const price = withTax(whole, plan.taxIncluded[interval], copy);
  return (
    <div className={classes.sheet}>
      <Terms offer={{ ...offer, seats }} currency={currency} subscription={subscription} />
      {bySeats && <SeatChoice plan={plan} seats={seats} price={price} onChange={setSeats} />}
      {isOwn && <p className="quiet">{copy.seats.choose}</p>}
      {!isOwn && <ChangeCost wanted={wanted} subscription={subscription} />}
    </div>
  );
}

interface TermsProps {
  offer: Extract<ChangeOffer, { kind: 'offer' }>;
  currency: string;
  subscription: SubscriptionView;
}

/** What one has beside what one would have. */
function Terms({ offer, currency, subscription }: TermsProps) {
  const { copy, format, planName } = usePageText();
  const { paid, seats, taxIncluded } = subscription;
  const bySeats = isBySeats(offer.plan, offer.interval);
  const named = (plan: string, count: number) => (bySeats || count > 1 ? copy.seats.of(plan, count) : plan);
  const interval = readInterval(paid.interval);
  const amount = paid.amount === null ? '' : format.money(paid.amount, subscription.currency);
  const per = copy.plans.per[interval];
  const now = amount ? withTax(`${amount} ${per}`, taxIncluded, copy) : per;
  const price = `${format.money(amountOfSeats(offer.amount, offer.seats), currency)} ${copy.plans.per[offer.interval]}`;
  const then = withTax(price, offer.plan.taxIncluded[offer.interval], copy);
  return (
    <dl className={classes.terms}>
      <div>
        <dt>{copy.changePlan.currentPlan}</dt>
        <dd>
          {named(planName(paid.plan), seats)}, {now}
        </dd>
      </div>
      <div>
        <dt>{copy.changePlan.newPlan}</dt>
        <dd>
          {named(planName(offer.plan.name), offer.seats)}, {then}
        </dd>
      </div>
    </dl>
  );
}
