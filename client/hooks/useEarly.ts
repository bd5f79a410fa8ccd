import { useLayoutEffect, useRef } from 'react';

/** Reads, once, what was typed or chosen on a page of the server before React took it over. */
export function useEarly(read: () => void): void {
  const reading = useRef(read);
  useLayoutEffect(() => {
    reading.current();
  }, []);
}
