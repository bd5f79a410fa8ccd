import { useEffect, useRef } from 'react';

/** The focus goes to the element with this ref where the button that was pressed is gone. `when`: what took its place. */
export function useFocusInstead<Element extends HTMLElement>(when: unknown) {
  const root = useRef<Element>(null);
  useEffect(() => {
    if (when && document.activeElement === document.body) root.current?.focus();
  }, [when]);
  return root;
}
