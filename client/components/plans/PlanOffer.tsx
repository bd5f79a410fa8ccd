import { useNavigate } from 'react-router';
import { useText } from '../../text/useText.tsx';
import type { PlanView } from '../../trpc.ts';
import { accountPath, changePath, pricingPath } from '../../views/paths.ts';
import { type PlanAction, planAction } from '../../views/planAction.ts';
import { actionLabel, actionTerms, isResting, isSwitch } from '../../views/planLabels.ts';
import { amountOfSeats, isBySeats, offeredSeats } from '../../views/seats.ts';
import { withTax } from '../../views/withTax.ts';
import { Button } from '../ui/Button.tsx';
import type { OfferContext } from './offerContext.ts';
import classes from './PlanOffer.module.css';

interface PlanOfferProps {
  plan: PlanView;
  context: OfferContext;
  /** A live subscription gives all of this plan already: its plan. */
  coveredBy?: string | null;
}

/** A plan's button with its terms. Nothing is offered while it is unknown what the reader has. */
export function PlanOffer({ plan, context, coveredBy = null }: PlanOfferProps) {
  const { copy, format, planName } = useText();
  const { standing, interval, currency, oneTimeDays, selling } = context;
  const seats = offeredSeats(plan, context, standing?.subscription ?? null);
  const action = standing && planAction(plan, { interval, seats, oneTimeDays, selling }, standing);
  const isNone = standing && !action;
  const price = format.money(amountOfSeats(plan.prices[interval] ?? '0', seats), currency);
  const terms = {
    price,
    per: withTax(copy.plans.per[interval], plan.taxIncluded[interval], copy),
    oneTimeDays,
    coveredBy: coveredBy && planName(coveredBy),
  };
  return (
    <div className={plan.purchasable ? undefined : classes.free}>
      {action && <OfferButton plan={plan} context={context} action={action} />}
      {plan.purchasable && !isNone && <p className={classes.terms}>{action && actionTerms(action, terms, copy)}</p>}
    </div>
  );
}

function OfferButton({ plan, context, action }: Omit<PlanOfferProps, 'coveredBy'> & { action: PlanAction }) {
  const words = useText();
  const navigate = useNavigate();
  const { interval, standing, checkout } = context;
  const { text, name } = actionLabel(action, words.said(plan.texts).name, words);
  const seats = isBySeats(plan, interval) ? offeredSeats(plan, context, standing?.subscription ?? null) : undefined;
  const rests = isResting(action);
  const act = () => {
    if (action.kind === 'start_free') return navigate(accountPath('sign-up', '/dashboard'));
    if (!standing?.signedIn) return navigate(accountPath('sign-up', pricingPath(plan.name, interval, seats)));
    if (action.kind === 'pay_first') return navigate('/dashboard');
    if (isSwitch(action)) return navigate(changePath(plan.name, interval, seats));
    return void checkout.buy({ plan: plan.name, interval, seats });
  };
  return (
    <Button
      fullWidth
      variant={plan.popular || context.chosen === plan.name ? 'filled' : 'default'}
      aria-label={name}
      disabled={rests || (checkout.busy !== null && checkout.busy !== plan.name)}
      loading={checkout.busy === plan.name}
      onClick={act}
    >
      {text}
    </Button>
  );
}
