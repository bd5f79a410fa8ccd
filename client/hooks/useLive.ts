import { useEffect, useState } from 'react';

/** True after the first paint: `data-live` lets what comes later move in (`look/base.css`), and what was there stand still. */
export function useLive(): true | undefined {
  const [isLive, setLive] = useState<true>();
  useEffect(() => setLive(true), []);
  return isLive;
}
