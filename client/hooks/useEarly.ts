import { useEffect, useRef } from 'react';

/** Reads, once, what was typed or chosen on a page of the server before React took it over. */
export function useEarly(read: () => void): void {
  const reading = useRef(read);
  useEffect(() => reading.current(), []);
}
