import { useAnnounce } from '../components/ui/Announcer.tsx';
import { useText } from '../text/useText.tsx';
import { failureOf, trpc } from '../trpc.ts';
import { type Problem, problemOf } from '../views/failureText.ts';
import { useLeaving } from './useLeaving.ts';

/** Opens the provider's billing pages. `problem`: why the last try failed, in words. */
export function usePortal() {
  const { copy } = useText();
  const announce = useAnnounce();
  const open = trpc.portal.manage.useMutation();
  const { busy, leave } = useLeaving();
  return {
    busy,
    problem: open.error && portalProblem(failureOf(open.error), copy),
    /** `key` names the button that becomes busy. */
    openPortal(key: string) {
      announce(copy.dashboard.opening);
      void leave(key, () => open.mutateAsync({ returnUrl: '/dashboard' }));
    },
  };
}

function portalProblem(failure: ReturnType<typeof failureOf>, copy: ReturnType<typeof useText>['copy']): Problem {
  if (failure.code === 'NOT_FOUND') return { text: copy.dashboard.noCustomer };
  if (failure.code === 'BAD_REQUEST') return { text: copy.former.title };
  return problemOf(failure, copy);
}
