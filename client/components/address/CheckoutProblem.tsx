import { lazy, Suspense } from 'react';
import { usePageText } from '../../text/usePageText.ts';
import { failureOf, trpc } from '../../trpc.ts';
import { checkoutProblem } from '../../views/failureText.ts';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { ResendMail } from './ResendMail.tsx';

const BillingAddress = lazy(async () => ({ default: (await import('./BillingAddress.tsx')).BillingAddress }));

/** Where a proven address stands in the way, another one helps; `AddressNotice` tells of one that is not proven. */
export function CheckoutProblem({ error }: { error: unknown }) {
  const { copy } = usePageText();
  const me = trpc.session.me.useQuery();
  const failure = failureOf(error);
  if (failure.status === 403 && me.data?.emailVerified)
    return (
      <Suspense>
        <BillingAddress />
      </Suspense>
    );
  if (failure.status === 403 && me.data?.mail) return null;
  const action = failure.status === 403 ? <ResendMail /> : undefined;
  return <ProblemNotice problem={checkoutProblem(failure, copy)} action={action} />;
}
