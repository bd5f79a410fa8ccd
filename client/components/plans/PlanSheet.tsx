import type { ReactNode } from 'react';
import { useNarrow } from '../../hooks/useNarrow.ts';
import { useText } from '../../text/useText.tsx';
import type { PlanList, PlanView } from '../../trpc.ts';
import { coveringPlan } from '../../views/coveringPlan.ts';
import { isOffered, raisedPlan } from '../../views/offeredIntervals.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { OfferContext } from './offerContext.ts';
import { PlanColumn } from './PlanColumn.tsx';
import { PlanComparison } from './PlanComparison.tsx';
import { PlanOffer } from './PlanOffer.tsx';
import classes from './PlanSheet.module.css';

const MOST_COLUMNS = 4;

interface PlanSheetProps {
  /** Stands beside the plans where there is room, else above them. */
  head: ReactNode;
  list: PlanList;
  context: OfferContext;
}

/** All plans that the interval offers on one ruled sheet: those to buy side by side, the free one in a row below. */
export function PlanSheet({ head, list, context }: PlanSheetProps) {
  const { plans } = list;
  const isNarrow = useNarrow();
  const offered = plans.filter((plan) => isOffered(plan, context.interval));
  const raised = raisedPlan(offered, context.chosen);
  // Below one another, the one that most readers look for comes first, for every way of reading.
  const ordered = isNarrow ? offered.toSorted((a, b) => Number(b === raised) - Number(a === raised)) : offered;
  const areMany = offered.length > MOST_COLUMNS;
  return (
    <div className={classes.sheet} data-columns={areMany ? 'many' : offered.length}>
      <div className={classes.head}>{head}</div>
      {ordered.map((plan) => (
        <PlanColumn
          key={plan.name}
          plan={plan}
          context={context}
          isRaised={plan === raised}
          column={areMany ? undefined : offered.indexOf(plan) + 1}
          coveredBy={coveringPlan(plans, plan.name, context.standing)}
        />
      ))}
      {offered.length > 0 && (
        <div className={classes.comparison}>
          <PlanComparison shown={offered} list={list} isFolded={isNarrow} />
        </div>
      )}
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

/** In the shape of what comes; `children` in place of it. */
export function PlanSheetWithout({ head, children }: { head: ReactNode; children?: ReactNode }) {
  const { copy } = useText();
  return (
    <div className={classes.sheet} data-columns="3">
      <div className={classes.head}>{head}</div>
      {children ? (
        <div className={classes.instead}>{children}</div>
      ) : (
        <div className={classes.instead} aria-busy="true" role="status" aria-label={copy.app.loading}>
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={classes.ghost}>
              <Skeleton height={22} width="40%" />
              <Skeleton height={44} width="60%" above={28} />
              <Skeleton height={42} above={28} />
              <Skeleton height={160} above={32} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
