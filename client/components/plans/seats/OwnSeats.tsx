import { Link } from 'react-router';
import { useText } from '../../../text/useText.tsx';
import { type SubscriptionView, trpc } from '../../../trpc.ts';
import { changePath, readInterval } from '../../../views/paths.ts';
import { isBySeats } from '../../../views/seats.ts';

/** How many seats are paid for, and the way to change them where the plan is sold by the seat. */
export function OwnSeats({ subscription }: { subscription: SubscriptionView }) {
  const { copy } = useText();
  const { data } = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const { paid, seats, isRunning, cancelAtPeriodEnd, cancelAt, former } = subscription;
  const interval = readInterval(paid.interval);
  const plan = data?.plans.find(({ name }) => name === paid.plan);
  const isSold = plan !== undefined && isBySeats(plan, interval);
  if (!isSold && seats === 1) return null;
  const mayChange = isSold && isRunning && !cancelAtPeriodEnd && cancelAt === null && former === null;
  return (
    <p>
      {copy.seats.count(seats)}
      {mayChange && (
        <>
          {' · '}
          <Link to={changePath(paid.plan, interval)}>{copy.seats.change}</Link>
        </>
      )}
    </p>
  );
}
