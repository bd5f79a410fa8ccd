import { useSearchParams } from '../../router/Router.tsx';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { trpc } from '../../trpc.ts';
import { deliveryFilter } from '../../views/deliveryFilter.ts';
import { useAnnounce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';

/** Every delivery of every provider, newest first. */
export function Deliveries() {
  const { copy } = useOperatorText();
  const [query] = useSearchParams();
  const announce = useAnnounce();
  const filter = deliveryFilter(query.get('outcome'), query.get('q'));
  const pages = trpc.operator.deliveries.useInfiniteQuery(filter, { getNextPageParam: (page) => page.nextCursor });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  const showMore = async () => {
    const { data } = await pages.fetchNextPage();
    announce(copy.operator.shown(data?.pages.flatMap((page) => page.entries).length ?? 0));
  };
  return (
    <div className="stack">
      <DeliveryFilters />
      {pages.isPending && <Skeleton height={400} />}
      {entries?.length === 0 && (
        <Empty title={pages.hasNextPage ? copy.operator.noneYet : copy.operator.none} isStatus>
          {pages.hasNextPage ? copy.operator.noneYetText : copy.operator.noneText}
        </Empty>
      )}
      {entries && entries.length > 0 && <DeliveryTable entries={entries} />}
      {pages.isError && <ErrorState error={pages.error} retry={() => void pages.refetch()} busy={pages.isFetching} />}
      {pages.hasNextPage && (
        <div>
          <Button variant="default" onClick={() => void showMore()} loading={pages.isFetchingNextPage}>
            {copy.operator.more}
          </Button>
        </div>
      )}
    </div>
  );
}
