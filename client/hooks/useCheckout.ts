import { useAnnounce } from '../components/ui/Announcer.tsx';
import { useNavigate } from '../router/Router.tsx';
import { useText } from '../text/useText.tsx';
import { failureOf, type Interval, trpc } from '../trpc.ts';
import { accountPath, checkoutReturns, pricingPath } from '../views/paths.ts';
import { useLeaving } from './useLeaving.ts';
import { useWay } from './useWay.ts';

interface Purchase {
  plan: string;
  interval: Interval;
  /** Absent: the plan isn't sold by the seat. */
  seats: number | undefined;
}

/** Takes people to the provider's checkout page, or first to their account and back to the same plan. */
export function useCheckout() {
  const { copy } = useText();
  const announce = useAnnounce();
  const way = useWay();
  const navigate = useNavigate();
  const start = trpc.checkout.start.useMutation();
  const { busy, leave } = useLeaving();
  return {
    /** The plan whose checkout is being opened. */
    busy,
    error: failureOf(start.error).status === 401 ? null : start.error,
    async buy({ plan, interval, seats }: Purchase) {
      announce(copy.plans.leaving);
      const { successUrl, cancelUrl } = checkoutReturns(plan, interval, seats);
      await leave(plan, () =>
        start
          .mutateAsync({ plan, interval, quantity: seats, successUrl: way(successUrl), cancelUrl: way(cancelUrl) })
          .catch((error: unknown) => {
            if (failureOf(error).status === 401)
              navigate(accountPath('sign-in', way(pricingPath(plan, interval, seats)), true));
            throw error;
          }),
      );
    },
  };
}
