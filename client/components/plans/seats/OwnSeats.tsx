import { useWay } from '../../../hooks/useWay.ts';
import { Link } from '../../../router/Link.tsx';
import { useText } from '../../../text/useText.tsx';
import type { PlanView, SubscriptionView } from '../../../trpc.ts';
import { changePath, readInterval } from '../../../views/paths.ts';
import { isBySeats } from '../../../views/seats.ts';

interface OwnSeatsProps {
  subscription: SubscriptionView;
  /** As it is sold; absent: no longer. */
  plan: PlanView | undefined;
}

/** How many seats are paid for, and the way to change them where the plan is sold by the seat. */
export function OwnSeats({ subscription, plan }: OwnSeatsProps) {
  const { copy } = useText();
  const way = useWay();
  const { paid, seats, isRunning, cancelAtPeriodEnd, cancelAt, former } = subscription;
  const interval = readInterval(paid.interval);
  const isSold = plan !== undefined && isBySeats(plan, interval);
  const mayChange = isSold && isRunning && !cancelAtPeriodEnd && cancelAt === null && former === null;
  return (
    <>
      {copy.seats.count(seats)}
      {mayChange && (
        <>
          {' · '}
          <Link to={way(changePath(paid.plan, interval))}>{copy.seats.change}</Link>
        </>
      )}
    </>
  );
}
