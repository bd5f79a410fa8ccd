import { usePageText } from '../../../text/usePageText.ts';
import type { LiveSubscriptions, SubscriptionView } from '../../../trpc.ts';
import { pendingOf } from '../../../views/planChange.ts';
import { endOf } from '../../../views/statement/nextCharge.ts';
import { withTax } from '../../../views/withTax.ts';
import { Heading } from '../../ui/Heading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { KeepOnly } from './KeepOnly.tsx';
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
  const next = useNext();
  const texts = copy.several;
  const isOpen = live.filter(renews).length > 1;
  // What a company that isn't set up here bills ends only there.
  const mayStayAlone = ({ id }: SubscriptionView) => isOpen && live.every((other) => other.id === id || !other.former);
  return (
    <div className="sheet inset stack">
      <Heading title={texts.title(live.length)} />
      {isOpen && <p>{live.some(mayStayAlone) ? texts.lead : texts.charged}</p>}
      <ul className={classes.choice}>
        {live.map((subscription) => (
          <li key={subscription.id}>
            <span>{`${planName(subscription.plan)} · ${next(subscription)}`}</span>
            {mayStayAlone(subscription) && (
              <KeepOnly
                subscription={subscription}
                others={live.filter((other) => other.id !== subscription.id && renews(other))}
                next={next(subscription)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const renews = ({ cancelAtPeriodEnd, cancelAt }: SubscriptionView) => !cancelAtPeriodEnd && cancelAt === null;

/** The next charge of a subscription, or why there is none. */
function useNext(): (subscription: SubscriptionView) => string {
  const { copy, format } = usePageText();
  const texts = copy.several;
  return (subscription) => {
    const { amount, amountKnown, currency, status, paused, cancelAtPeriodEnd, cancelAt, taxIncluded } = subscription;
    const planned = pendingOf(subscription);
    const next = planned ? planned.amount : amountKnown ? amount : null;
    const money = next === null ? '' : withTax(format.money(next, currency), taxIncluded, copy);
    const end = cancelAt ?? (cancelAtPeriodEnd ? endOf(subscription) : null);
    const day = format.date(end ?? endOf(subscription));
    if (paused) return texts.paused;
    if (status === 'past_due') return texts.due(money);
    if (end) return texts.ends(day);
    if (subscription.collectionPaused) return copy.standing.uncollectedOn(day);
    return planned?.kind === 'pause' ? texts.pauses(day) : texts.next(money, day);
  };
}
