import { lazy, Suspense } from 'react';
import { IntervalChoice } from '../components/plans/IntervalChoice.tsx';
import { PlanSheet, PlanSheetSkeleton } from '../components/plans/PlanSheet.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useCheckout } from '../hooks/useCheckout.ts';
import { useStanding } from '../hooks/useStanding.ts';
import { useNow } from '../known.ts';
import { useSearchParams } from '../router/Router.tsx';
import { useText } from '../text/useText.tsx';
import { failureOf, type Interval, trpc } from '../trpc.ts';
import { shownInterval } from '../views/offeredIntervals.ts';
import { readInterval } from '../views/paths.ts';
import type { Standing } from '../views/planAction.ts';
import { readSeats } from '../views/seats.ts';

// Few readers need them, and the plans are the first page.
const AddressNotice = lazy(async () => ({
  default: (await import('../components/address/AddressNotice.tsx')).AddressNotice,
}));
const FormerNotice = lazy(async () => ({
  default: (await import('../components/subscription/FormerNotice.tsx')).FormerNotice,
}));
const CheckoutProblem = lazy(async () => ({
  default: (await import('../components/address/CheckoutProblem.tsx')).CheckoutProblem,
}));

export function PricingPage() {
  const { copy } = useText();
  const plans = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const standing = useStanding();
  const checkout = useCheckout();
  const { interval: wanted, chosen, canceled, choose, seats, chooseSeats } = useChoice();
  const interval = plans.data ? shownInterval(plans.data.plans, wanted) : wanted;
  const now = useNow();
  return (
    <Page
      title={copy.plans.title}
      heading={copy.plans.heading}
      lead={copy.plans.lead}
      beside={<IntervalChoice plans={plans.data?.plans} value={interval} onChange={choose} />}
    >
      <ChoiceNote interval={interval} chosen={chosen} canceled={canceled} />
      {plans.data?.selling === false && (
        <Notice tone="warning" title={copy.plans.notSelling}>
          {copy.plans.notSellingText}
        </Notice>
      )}
      {standing.error && <ErrorState {...standing} title={copy.plans.unknownStanding} />}
      {standing.known?.subscription?.former && (
        <Suspense>
          <FormerNotice subscription={standing.known.subscription} />
        </Suspense>
      )}
      <SharedNote access={standing.known?.access ?? null} />
      {standing.known?.signedIn && (
        <Suspense>
          <AddressNotice isUrgent={failureOf(checkout.error).status === 403} />
        </Suspense>
      )}
      {checkout.error && (
        <Suspense>
          <CheckoutProblem error={checkout.error} />
        </Suspense>
      )}
      {plans.data && (
        <PlanSheet
          {...plans.data}
          interval={interval}
          seats={seats}
          chooseSeats={chooseSeats}
          chosen={chosen}
          checkout={checkout}
          standing={standing.known}
          asking={standing.known === null && standing.error === null}
          now={now}
        />
      )}
      {plans.isError && <ErrorState error={plans.error} retry={() => void plans.refetch()} busy={plans.isFetching} />}
      {!plans.data && !plans.isError && <PlanSheetSkeleton />}
    </Page>
  );
}

/** A member's organisation pays already. */
function SharedNote({ access }: Pick<Standing, 'access'>) {
  const { copy, planName } = useText();
  if (access?.through !== 'organisation') return null;
  const plan = planName(access.plan);
  return (
    <Notice tone="info" title={copy.standing.organisation(plan)}>
      {copy.standing.besideOwn(plan)}
    </Notice>
  );
}

/** The address holds what was chosen, so that it survives signing in, reloading and sharing. */
function useChoice() {
  const [query, setQuery] = useSearchParams();
  const put = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    next.delete('checkout');
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return {
    seats: readSeats(query.get('seats')),
    chooseSeats: (seats: number) => put('seats', `${seats}`),
    interval: readInterval(query.get('interval')),
    chosen: query.get('plan'),
    canceled: query.get('checkout') === 'canceled',
    choose: (interval: Interval) => put('interval', interval === 'month' ? null : interval),
  };
}

function ChoiceNote({ interval, chosen, canceled }: { interval: Interval; chosen: string | null; canceled: boolean }) {
  const { copy, planName } = useText();
  if (!chosen) return null;
  const plan = planName(chosen);
  if (plan === copy.unknownPlan) return null;
  const title = canceled ? copy.plans.canceled(plan) : copy.plans.chosenNote(plan, copy.plans.intervals[interval]);
  return <Notice tone="neutral" title={title} />;
}
