import { useState } from 'react';
import { useFocusInstead } from '../../../hooks/useFocusInstead.ts';
import type { KnownPlan } from '../../../hooks/usePlan.ts';
import { usePageText } from '../../../text/usePageText.ts';
import type { SubscriptionView, UsedSubscription } from '../../../trpc.ts';
import { nextInWords } from '../../../views/several.ts';
import { Heading } from '../../ui/Heading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { KeepOnly } from './KeepOnly.tsx';
import classes from './SeveralSubscriptions.module.css';
import { Superseded } from './Superseded.tsx';

/** Whoever has several is told of all, and chooses; whoever had one too many is told what became of it. */
export function SeveralSubscriptions({ live, ended, superseded, access }: KnownPlan) {
  const { copy, format, planName } = usePageText();
  const texts = copy.several;
  return (
    <>
      {live.length > 1 && <Choice live={live} now={new Date(access.asOf)} />}
      {ended.map(({ plan, amount, currency, at }) => (
        <Notice key={`${plan} ${at}`} tone="info" title={texts.ended(planName(plan))}>
          {amount && currency ? texts.refunded(format.money(amount, currency)) : texts.notCharged}
        </Notice>
      ))}
      <Superseded superseded={superseded} />
    </>
  );
}

function Choice({ live, now }: Pick<KnownPlan, 'live'> & { now: Date }) {
  const { copy, format, planName } = usePageText();
  const next = (subscription: UsedSubscription) => nextInWords(subscription, { copy, format, now });
  const texts = copy.several;
  const isOpen = live.filter(renews).length > 1;
  const [wasOpen] = useState(isOpen);
  const root = useFocusInstead<HTMLDivElement>(wasOpen && !isOpen);
  // What a company that isn't set up here bills ends only there.
  const mayStayAlone = ({ id }: SubscriptionView) => isOpen && live.every((other) => other.id === id || !other.former);
  return (
    <div ref={root} tabIndex={-1} className="sheet inset stack">
      <Heading title={texts.title(live.length)} />
      {isOpen && <p>{live.some(mayStayAlone) ? texts.lead : texts.charged}</p>}
      <ul className={classes.choice}>
        {live.map((subscription) => (
          <li key={subscription.id}>
            <span>{`${planName(subscription.paid.plan)} · ${next(subscription)}`}</span>
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
