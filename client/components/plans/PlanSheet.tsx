import { useNarrow } from '../../hooks/useNarrow.ts';
import { useText } from '../../text/useText.tsx';
import type { PlanView } from '../../trpc.ts';
import { coveringPlan } from '../../views/coveringPlan.ts';
import { isOffered, raisedPlan } from '../../views/offeredIntervals.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { OfferContext } from './offerContext.ts';
import { PlanColumn } from './PlanColumn.tsx';
import { PlanOffer } from './PlanOffer.tsx';
import classes from './PlanSheet.module.css';

const MOST_COLUMNS = 4;

/** All plans that the interval offers on one ruled sheet: those to buy side by side, the free one in a row below. */
export function PlanSheet({ plans, ...context }: OfferContext & { plans: PlanView[] }) {
  const isNarrow = useNarrow();
  const offered = plans.filter((plan) => isOffered(plan, context.interval));
  const raised = raisedPlan(offered, context.chosen);
  // Below one another, the one that most readers look for comes first, for every way of reading.
  const ordered = isNarrow ? offered.toSorted((a, b) => Number(b === raised) - Number(a === raised)) : offered;
  return (
    <div className={classes.sheet} data-columns={Math.min(offered.length, MOST_COLUMNS)}>
      {ordered.map((plan) => (
        <PlanColumn
          key={plan.name}
          plan={plan}
          context={context}
          isRaised={plan === raised}
          coveredBy={coveringPlan(plans, plan.name, context.standing)}
        />
      ))}
      {plans
        .filter((plan) => !plan.purchasable)
        .map((plan) => (
          <FreeRow key={plan.name} plan={plan} context={context} />
        ))}
    </div>
  );
}

function FreeRow({ plan, context }: { plan: PlanView; context: OfferContext }) {
  const { format, said } = useText();
  const features = plan.features.map(({ texts }) => said(texts));
  return (
    <section className={classes.free} aria-labelledby={`plan-${plan.name}`}>
      <div>
        <h2 id={`plan-${plan.name}`}>
          {said(plan.texts).name} · {format.price(plan.prices.month ?? '0', context.currency)}
        </h2>
        <p className={classes.freeText}>{features.join(' · ')}</p>
      </div>
      <PlanOffer plan={plan} context={context} />
    </section>
  );
}

export function PlanSheetSkeleton() {
  const { copy } = useText();
  return (
    <div className={classes.sheet} data-columns="3" aria-busy="true" role="status" aria-label={copy.app.loading}>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={classes.ghost}>
          <Skeleton height={22} width="40%" />
          <Skeleton height={44} width="60%" above={28} />
          <Skeleton height={42} above={28} />
          <Skeleton height={160} above={32} />
        </div>
      ))}
      <div className={classes.free}>
        <Skeleton height={44} width="50%" />
      </div>
    </div>
  );
}
