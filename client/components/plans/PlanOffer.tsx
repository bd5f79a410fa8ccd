import { useWay } from '../../hooks/useWay.ts';
import { useNavigate } from '../../router/Router.tsx';
import { useText } from '../../text/useText.tsx';
import type { PlanView } from '../../trpc.ts';
import { accountPath, changePath, pricingPath } from '../../views/paths.ts';
import { type PlanAction, planAction } from '../../views/planAction.ts';
import { actionLabel, actionTerms, isResting, isSwitch } from '../../views/planLabels.ts';
import { amountOfSeats, isBySeats, offeredSeats } from '../../views/seats.ts';
import { lineOfOffer } from '../../views/statement/offer.ts';
import { withTax } from '../../views/withTax.ts';
import { Line } from '../line/Line.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { SkeletonOf } from '../ui/Skeleton.tsx';
import type { OfferContext } from './offerContext.ts';
import classes from './PlanOffer.module.css';

interface PlanOfferProps {
  plan: PlanView;
  context: OfferContext;
  /** A live subscription gives all of this plan already: its plan. */
  coveredBy?: string | null;
  /** It has the one filled button. */
  isRaised?: boolean;
}

/** A plan's button with its terms. Nothing is offered while it is unknown what the reader has. */
export function PlanOffer({ plan, context, coveredBy = null, isRaised = false }: PlanOfferProps) {
  const { copy, format, planName } = useText();
  const { standing, interval, currency, oneTimeDays, selling, now } = context;
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
  const money = {
    amount: amountOfSeats(plan.prices[interval] ?? '0', seats),
    currency,
    taxIncluded: plan.taxIncluded[interval],
  };
  const points = action ? lineOfOffer(action, { plan: plan.name, interval, money, seats, now }) : [];
  return (
    <div className={plan.purchasable ? undefined : classes.free}>
      {context.asking && <SkeletonOf shape="button" />}
      {action && <OfferButton plan={plan} context={context} action={action} isRaised={isRaised} />}
      {action && points.length > 0 && (
        <div className={classes.line}>
          <Line mini label={copy.line.ofOffer(planName(plan.name))} points={points} now={now} />
        </div>
      )}
      {plan.purchasable && !isNone && <p className={classes.terms}>{action && actionTerms(action, terms, copy)}</p>}
    </div>
  );
}

function OfferButton({ plan, context, action, isRaised }: Omit<PlanOfferProps, 'coveredBy'> & { action: PlanAction }) {
  const words = useText();
  const navigate = useNavigate();
  const way = useWay();
  const { interval, standing, checkout } = context;
  const { text, name } = actionLabel(action, words.said(plan.texts).name, words);
  const seats = isBySeats(plan, interval) ? offeredSeats(plan, context, standing?.subscription ?? null) : undefined;
  const variant = isRaised ? 'filled' : 'default';
  const link = (to: string) => (
    <ButtonLink fullWidth variant={variant} to={to} label={name}>
      {text}
    </ButtonLink>
  );
  if (action.kind === 'start_free') return link(accountPath('sign-up', '/dashboard'));
  if (!standing?.signedIn && !isResting(action))
    return link(accountPath('sign-up', pricingPath(plan.name, interval, seats)));
  const act = () => {
    if (action.kind === 'first') return navigate(way('/dashboard'));
    if (isSwitch(action)) return navigate(way(changePath(plan.name, interval, seats)));
    return void checkout.buy({ plan: plan.name, interval, seats });
  };
  return (
    <Button
      fullWidth
      variant={variant}
      aria-label={name}
      disabled={isResting(action) || (checkout.busy !== null && checkout.busy !== plan.name)}
      loading={checkout.busy === plan.name}
      onClick={act}
    >
      {text}
    </Button>
  );
}
