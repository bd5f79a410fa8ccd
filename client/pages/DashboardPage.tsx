import { useEffect, useState } from 'react';
import { AddressNotice } from '../components/address/AddressNotice.tsx';
import { SharedAddress } from '../components/address/SharedAddress.tsx';
import { OwnRequests } from '../components/requests/OwnRequests.tsx';
import { PlanSection } from '../components/subscription/PlanSection.tsx';
import { Payments } from '../components/subscription/payments/Payments.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useActivation } from '../hooks/useActivation.ts';
import { usePlan } from '../hooks/usePlan.ts';
import { useProviderCheck } from '../hooks/useProviderCheck.ts';
import { useLocation, useNavigate, useSearchParams } from '../router/Router.tsx';
import { usePageText } from '../text/usePageText.ts';
import type { Purchase } from '../views/activation.ts';
import type { AcceptedChange } from '../views/planChange.ts';
import classes from './DashboardPage.module.css';

export function DashboardPage() {
  const { copy } = usePageText();
  const { result, purchase } = useCheckoutReturn();
  const changed = useChangeMade();
  const activation = useActivation({ purchase, wanted: result === 'success' });
  const plan = usePlan();
  const check = useProviderCheck(plan.data?.asked);
  const isSettled = activation.state !== 'waiting' && (plan.data !== undefined || plan.error !== null);
  return (
    <Page>
      {result === 'canceled' ? <Notice tone="neutral" title={copy.checkout.canceled} /> : <AddressNotice />}
      <SharedAddress />
      <OwnRequests />
      <div className={classes.columns}>
        <PlanSection plan={plan} check={check} activation={activation} changed={changed} />
        <div className={classes.margin}>{isSettled && <Payments awaited={plan.data?.awaited ?? []} />}</div>
      </div>
    </Page>
  );
}

/** The change of plan that led here, forgotten by the browser at once, so that a reload doesn't repeat it. */
function useChangeMade(): AcceptedChange | null {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const [made] = useState(state as AcceptedChange | null);
  useEffect(() => {
    if (state) navigate(pathname, { replace: true });
  }, [state, pathname, navigate]);
  return made;
}

/** What the address says of a checkout, read once and taken out of it, so that a reload doesn't repeat it. */
function useCheckoutReturn(): { result: string | null; purchase: Purchase } {
  const [query, setQuery] = useSearchParams();
  const [said] = useState(() => ({
    result: query.get('checkout'),
    purchase: query.get('kind') === 'one_time' ? ('one_time' as const) : ('subscription' as const),
  }));
  const isThere = query.has('checkout');
  useEffect(() => {
    if (isThere) setQuery(new URLSearchParams(), { replace: true });
  }, [isThere, setQuery]);
  return said;
}
