import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActingContext } from '../../hooks/useWay.ts';
import { organisationClient, organisationQueries, trpc } from '../../trpc.ts';

/** What is inside reads and acts for the organisation of the reader's token, and leads to the organisation's pages. */
export function Acting({ children }: { children: ReactNode }) {
  return (
    <ActingContext value={true}>
      <trpc.Provider client={organisationClient} queryClient={organisationQueries}>
        <QueryClientProvider client={organisationQueries}>{children}</QueryClientProvider>
      </trpc.Provider>
    </ActingContext>
  );
}
