import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { App } from './App.tsx';
import { type Known, TakenProvider, useTaking } from './known.ts';
import { type Place, Router } from './router/Router.tsx';
import type { FirstCopy } from './text/en.ts';
import type { Language } from './text/language.ts';
import { TextProvider } from './text/useText.tsx';
import { createQueryClient, takeFirstCalls, tell, trpc, trpcClient } from './trpc.ts';

interface SiteProps {
  known: Known | null;
  /** The server wrote the page with what it knew. */
  isWritten: boolean;
  initial: { language: Language; copy: FirstCopy };
  /** Absent in browsers, which know it. */
  place?: Pick<Place, 'pathname' | 'search'>;
}

/** Everything that a page is inside of, in browsers and on the server. */
export function Site({ known, isWritten, initial, place }: SiteProps) {
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    if (known) tell(client, known);
    if (!isWritten) takeFirstCalls(client);
    return client;
  });
  const taken = useTaking(isWritten ? known : null);
  return (
    <TakenProvider value={taken}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          {/* An answer that came before all of the page is taken over would differ from what the server wrote. */}
          <IsRestoringProvider value={taken !== null}>
            <TextProvider initial={initial}>
              <Router place={place}>
                <App />
              </Router>
            </TextProvider>
          </IsRestoringProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </TakenProvider>
  );
}
