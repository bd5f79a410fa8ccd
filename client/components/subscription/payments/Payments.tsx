import { usePayments } from '../../../hooks/usePayments.ts';
import { useWay } from '../../../hooks/useWay.ts';
import { Link } from '../../../router/Link.tsx';
import { usePageText } from '../../../text/usePageText.ts';
import type { LiveSubscriptions } from '../../../trpc.ts';
import { withPending } from '../../../views/payments.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PaymentTable } from './PaymentTable.tsx';

const NEWEST = 5;

interface PaymentsProps {
  /** Subscriptions whose first payment is on its way. */
  awaited: LiveSubscriptions['awaited'];
}

/** The reader's newest payments; all of them have a page of their own. */
export function Payments({ awaited }: PaymentsProps) {
  const { copy } = usePageText();
  return (
    <section className="stack" aria-labelledby="payments-heading">
      <h2 id="payments-heading">{copy.dashboard.payments}</h2>
      <NewestPayments awaited={awaited} />
    </section>
  );
}

function NewestPayments({ awaited }: PaymentsProps) {
  const { copy } = usePageText();
  const way = useWay();
  const newest = usePayments();
  const payments = newest.data && withPending(newest.data.payments, awaited);
  if (newest.isPending) return <Skeleton height={160} />;
  return (
    <>
      {payments?.length === 0 && <Empty title={copy.payments.empty}>{copy.payments.emptyText}</Empty>}
      {payments && payments.length > 0 && (
        <>
          <PaymentTable payments={payments.slice(0, NEWEST)} />
          <p>
            <Link to={way('/payments')}>{copy.payments.all}</Link>
          </p>
        </>
      )}
      {newest.isError && (
        <ErrorState error={newest.error} retry={() => void newest.refetch()} busy={newest.isFetching} />
      )}
    </>
  );
}
