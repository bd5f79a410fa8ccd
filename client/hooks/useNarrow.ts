import { useSyncExternalStore } from 'react';

/** Where plans stand below one another; `PlanSheet.module.css` has the same bound. */
const narrow = () => window.matchMedia('(width < 60em)');

function subscribe(notify: () => void) {
  const query = narrow();
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  );
}
