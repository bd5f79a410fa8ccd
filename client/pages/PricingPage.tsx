import { lazy, type ReactNode, Suspense } from 'react';
import { IntervalChoice } from '../components/plans/IntervalChoice.tsx';
import { PlanSheet, PlanSheetWithout } from '../components/plans/PlanSheet.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { Heading } from '../components/ui/Heading.tsx';
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
  const choice = useChoice();
  const interval = plans.data ? shownInterval(plans.data.plans, choice.interval) : choice.interval;
  const now = useNow();
  const isRefused = failureOf(checkout.error).status === 403;
  const known = standing.known?.subscription;
  // What another company bills can't be changed here.
  const former = known?.isLive && known.former ? known : null;
  const head = (
    <Head lead={!former}>
      <IntervalChoice plans={plans.data?.plans} value={interval} onChange={choice.choose} />
    </Head>
  );
  return (
    <Page>
      {choice.canceled && <CanceledNote chosen={choice.chosen} />}
      {plans.data?.selling === false && (
        <Notice tone="warning" title={copy.plans.notSelling}>
          {copy.plans.notSellingText}
        </Notice>
      )}
      {standing.error && <ErrorState {...standing} title={copy.plans.unknownStanding} />}
      {former && (
        <Suspense>
          <FormerNotice subscription={former} />
        </Suspense>
      )}
      <SharedNote access={standing.known?.access ?? null} />
      {standing.known?.signedIn && (!choice.canceled || isRefused) && (
        <Suspense>
          <AddressNotice isUrgent={isRefused} />
        </Suspense>
      )}
      {checkout.error && (
        <Suspense>
          <CheckoutProblem error={checkout.error} />
        </Suspense>
      )}
      {plans.data ? (
        <PlanSheet
          head={head}
          list={plans.data}
          context={{
            ...plans.data,
            ...choice,
            interval,
            checkout,
            standing: standing.known,
            asking: standing.known === null && standing.error === null,
            now,
          }}
        />
      ) : (
        <PlanSheetWithout head={head}>
          {plans.isError && (
            <ErrorState error={plans.error} retry={() => void plans.refetch()} busy={plans.isFetching} />
          )}
        </PlanSheetWithout>
      )}
    </Page>
  );
}

function Head({ lead, children }: { lead: boolean; children: ReactNode }) {
  const { copy } = useText();
  const [first = '', ...rest] = copy.plans.heading.split(/(?<=\.)(?= )/);
  return (
    <>
      <Heading title={copy.plans.title}>
        <b>{first}</b>
        {rest.join('')}
      </Heading>
      {children}
      {lead && <p className="quiet">{copy.plans.lead}</p>}
    </>
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

/** What is picked says so on its own sheet. */
function CanceledNote({ chosen }: { chosen: string | null }) {
  const { copy, planName } = useText();
  if (!chosen) return null;
  const plan = planName(chosen);
  return plan !== copy.unknownPlan && <Notice tone="neutral" title={copy.plans.canceled(plan)} />;
}
