import { usePageText } from '../../../text/usePageText.ts';
import { type LiveSubscriptions, type SubscriptionView, trpc } from '../../../trpc.ts';
import { pendingOf } from '../../../views/planChange.ts';
import { endOf } from '../../../views/statement/nextCharge.ts';
import { withTax } from '../../../views/withTax.ts';
import { Button } from '../../ui/Button.tsx';
import { Heading } from '../../ui/Heading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './SeveralSubscriptions.module.css';
import { Superseded } from './Superseded.tsx';

/** Whoever has several is told of all, and chooses; whoever had one too many is told what became of it. */
export function SeveralSubscriptions({ live, ended, superseded }: LiveSubscriptions) {
  const { copy, format, planName } = usePageText();
  const texts = copy.several;
  return (
    <>
      {live.length > 1 && <Choice live={live} />}
      {ended.map(({ plan, amount, currency, at }) => (
        <Notice key={`${plan} ${at}`} tone="info" title={texts.ended(planName(plan))}>
          {amount && currency ? texts.refunded(format.money(amount, currency)) : texts.notCharged}
        </Notice>
      ))}
      <Superseded superseded={superseded} />
    </>
  );
}

function Choice({ live }: Pick<LiveSubscriptions, 'live'>) {
  const { copy, planName } = usePageText();
  const texts = copy.several;
  const utils = trpc.useUtils();
  const keep = trpc.subscription.keep.useMutation({
    retry: false,
    onSettled: () => utils.subscription.invalidate(),
  });
  const isOpen = live.filter(({ cancelAtPeriodEnd, cancelAt }) => !cancelAtPeriodEnd && cancelAt === null).length > 1;
  // What a company that isn't set up here bills ends only there.
  const mayStayAlone = ({ id }: SubscriptionView) => isOpen && live.every((other) => other.id === id || !other.former);
  return (
    <div className="sheet inset stack">
      <Heading title={texts.title(live.length)} />
      {isOpen && <p>{live.some(mayStayAlone) ? texts.lead : texts.charged}</p>}
      {keep.isError && <p>{texts.failed}</p>}
      <ul className={classes.choice}>
        {live.map((subscription) => (
          <li key={subscription.id}>
            <Line subscription={subscription} />
            {mayStayAlone(subscription) && (
              <Button
                variant="default"
                loading={keep.isPending && keep.variables?.subscriptionId === subscription.id}
                disabled={keep.isPending}
                onClick={() => keep.mutate({ subscriptionId: subscription.id })}
              >
                {texts.keep(planName(subscription.plan))}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The plan, and its next charge or why there is none. */
function Line({ subscription }: { subscription: SubscriptionView }) {
  const { copy, format, planName } = usePageText();
  const { plan, amount, amountKnown, currency, status, paused, cancelAtPeriodEnd, cancelAt, taxIncluded } =
    subscription;
  const texts = copy.several;
  const planned = pendingOf(subscription);
  const next = planned ? planned.amount : amountKnown ? amount : null;
  const money = next === null ? '' : withTax(format.money(next, currency), taxIncluded, copy);
  return <span>{`${planName(plan)} · ${what()}`}</span>;

  function what(): string {
    const end = cancelAt ?? (cancelAtPeriodEnd ? endOf(subscription) : null);
    const day = format.date(end ?? endOf(subscription));
    if (paused) return texts.paused;
    if (status === 'past_due') return texts.due(money);
    if (end) return texts.ends(day);
    if (subscription.collectionPaused) return copy.standing.uncollectedOn(day);
    return planned?.kind === 'pause' ? texts.pauses(day) : texts.next(money, day);
  }
}
