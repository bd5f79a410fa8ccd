import { monthlyShare } from '../../format.ts';
import { useText } from '../../text/useText.tsx';
import type { PlanView } from '../../trpc.ts';
import { amountOfSeats, isBySeats, offeredSeats } from '../../views/seats.ts';
import { withTax } from '../../views/withTax.ts';
import type { OfferContext } from './offerContext.ts';
import classes from './PlanColumn.module.css';
import { PlanOffer } from './PlanOffer.tsx';
import { SeatChoice } from './seats/SeatChoice.tsx';

interface PlanColumnProps {
  plan: PlanView;
  context: OfferContext;
  coveredBy: string | null;
  /** The one that stands out: the picked plan, else the popular one. */
  isRaised: boolean;
  /** From 1, where all stand side by side. */
  column: number | undefined;
}

export function PlanColumn({ plan, context, coveredBy, isRaised, column }: PlanColumnProps) {
  const { copy, said } = useText();
  const isChosen = context.chosen === plan.name;
  const { name, lead } = said(plan.texts);
  return (
    <section
      className={classes.column}
      data-raised={isRaised || undefined}
      data-column={column}
      aria-labelledby={`plan-${plan.name}`}
    >
      <div className={classes.name}>
        <h2 id={`plan-${plan.name}`}>{name}</h2>
        {isChosen ? (
          <span className={classes.flag}>{copy.plans.chosen}</span>
        ) : (
          plan.popular && <span className={classes.flag}>{copy.plans.popular}</span>
        )}
      </div>
      <p className={classes.lead}>{lead}</p>
      <PlanPrice plan={plan} context={context} />
      <PlanOffer plan={plan} context={context} coveredBy={coveredBy} isRaised={isRaised} />
    </section>
  );
}

function PlanPrice({ plan, context }: Pick<PlanColumnProps, 'plan' | 'context'>) {
  const { copy, format } = useText();
  const { interval, currency, standing, checkout } = context;
  const unit = plan.prices[interval];
  const seats = offeredSeats(plan, context, standing?.subscription ?? null);
  const bySeats = isBySeats(plan, interval);
  const whole = unit === null ? null : amountOfSeats(unit, seats);
  const amount = bySeats ? unit : whole;
  const { yearlyHint, monthlyEqual } = bySeats ? copy.seats : copy.plans;
  const { taxIncluded } = plan;
  const taxed = (price: string, of = interval) => withTax(price, taxIncluded[of], copy);
  const hints = {
    month: plan.prices.year && taxed(yearlyHint(format.price(plan.prices.year, currency)), 'year'),
    year: amount && taxed(monthlyEqual(format.money(monthlyShare(amount), currency))),
    one_time: copy.plans.oneTimeHint,
  };
  return (
    <div className={classes.price}>
      <p>
        <span className={classes.amount}>{amount === null ? '–' : format.price(amount, currency)}</span>{' '}
        <span className={classes.per}>{taxed((bySeats ? copy.seats.per : copy.plans.per)[interval])}</span>
      </p>
      <p className={classes.hint}>{hints[interval]}</p>
      {bySeats && whole !== null && (
        <div className={classes.seats}>
          <SeatChoice
            plan={plan}
            seats={seats}
            price={taxed(`${format.money(whole, currency)} ${copy.plans.per[interval]}`)}
            disabled={checkout.busy !== null}
            onChange={context.chooseSeats}
          />
        </div>
      )}
    </div>
  );
}
