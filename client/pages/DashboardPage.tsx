import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Notice } from '../components/Notice.tsx';
import { PageHeading } from '../components/PageHeading.tsx';
import { Payments } from '../components/Payments.tsx';
import { PlanSection } from '../components/PlanSection.tsx';
import { useActivation } from '../hooks/useActivation.ts';
import { usePlan } from '../hooks/usePlan.ts';
import { useText } from '../text/useText.tsx';
import type { Purchase } from '../views/activation.ts';
import classes from './DashboardPage.module.css';

export function DashboardPage() {
  const { copy } = useText();
  const { result, purchase } = useCheckoutReturn();
  const activation = useActivation({ purchase, wanted: result === 'success' });
  const plan = usePlan();
  const isSettled = activation.state !== 'waiting' && (plan.data !== undefined || plan.error !== null);
  return (
    <div className={classes.page}>
      <PageHeading>{copy.dashboard.title}</PageHeading>
      {result === 'canceled' && <Notice tone="neutral" title={copy.checkout.canceled} />}
      <PlanSection plan={plan} activation={activation} />
      {isSettled && <Payments />}
    </div>
  );
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
    if (isThere) setQuery({}, { replace: true, preventScrollReset: true });
  }, [isThere, setQuery]);
  return said;
}
