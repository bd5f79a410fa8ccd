import { usePayments } from '../../../hooks/usePayments.ts';
import { useText } from '../../../text/useText.tsx';
import type { LiveSubscriptions } from '../../../trpc.ts';
import { withPending } from '../../../views/payments.ts';
import { useAnnounce } from '../../ui/Announcer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PaymentTable } from './PaymentTable.tsx';

interface PaymentsProps {
  /** Subscriptions whose first payment is on its way. */
  awaited: LiveSubscriptions['awaited'];
}

/** The reader's payments, older ones on demand. */
export function Payments({ awaited }: PaymentsProps) {
  const { copy } = useText();
  return (
    <section className="stack" aria-labelledby="payments-heading">
      <h2 id="payments-heading">{copy.dashboard.payments}</h2>
      <PaymentList awaited={awaited} />
    </section>
  );
}

function PaymentList({ awaited }: PaymentsProps) {
  const { copy } = useText();
  const announce = useAnnounce();
  const pages = usePayments();
  const known = pages.data?.pages.flatMap((page) => page.payments);
  const payments = known && withPending(known, awaited);
  const showMore = async () => {
    const { data } = await pages.fetchNextPage();
    announce(copy.payments.loadedMore(data?.pages.flatMap((page) => page.payments).length ?? 0));
  };
  if (pages.isPending) return <Skeleton height={160} />;
  return (
    <>
      {payments?.length === 0 && <Empty title={copy.payments.empty}>{copy.payments.emptyText}</Empty>}
      {payments && payments.length > 0 && <PaymentTable payments={payments} />}
      {pages.isError && <ErrorState error={pages.error} retry={() => void pages.refetch()} busy={pages.isFetching} />}
      {pages.hasNextPage && (
        <div>
          <Button variant="default" onClick={() => void showMore()} loading={pages.isFetchingNextPage}>
            {copy.payments.more}
          </Button>
        </div>
      )}
    </>
  );
}
