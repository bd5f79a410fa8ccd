import { useAnnounce } from '../components/ui/Announcer.tsx';
import { usePageText } from '../text/usePageText.ts';
import { failureOf, trpc } from '../trpc.ts';
import { type Problem, problemOf } from '../views/failureText.ts';
import { useLeaving } from './useLeaving.ts';
import { useWay } from './useWay.ts';

/** Opens the provider's billing pages. `problem`: why the last try failed, in words. */
export function usePortal() {
  const { copy } = usePageText();
  const announce = useAnnounce();
  const way = useWay();
  const open = trpc.portal.manage.useMutation();
  const { busy, leave } = useLeaving();
  return {
    busy,
    problem: open.error && portalProblem(failureOf(open.error), copy),
    /** `key` names the button that becomes busy, beside the subscription whose pages are opened. */
    openPortal(key: string, subscriptionId?: string) {
      announce(copy.dashboard.opening);
      void leave(busyKey(key, subscriptionId), () =>
        open.mutateAsync({ returnUrl: way('/dashboard'), subscriptionId }),
      );
    },
    isBusy: (key: string, subscriptionId?: string) => busy === busyKey(key, subscriptionId),
  };
}

const busyKey = (key: string, subscriptionId = '') => `${key} ${subscriptionId}`;

function portalProblem(failure: ReturnType<typeof failureOf>, copy: ReturnType<typeof usePageText>['copy']): Problem {
  if (failure.code === 'NOT_FOUND') return { text: copy.dashboard.noCustomer };
  if (failure.code === 'BAD_REQUEST') return { text: copy.former.title };
  return problemOf(failure, copy);
}
