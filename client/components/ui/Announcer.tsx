import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(message: string) => void>(() => {});

/** One polite live region for the whole site, there from the start, as screen readers need it. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ message: '', turn: 0 });
  const announce = useCallback((message: string) => setSaid(({ turn }) => ({ message, turn: turn + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" aria-live="polite" aria-atomic="true">
        <span key={said.turn}>{said.message}</span>
      </div>
    </AnnounceContext>
  );
}

/** Says a message to those who don't see the change on the page. */
export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}
