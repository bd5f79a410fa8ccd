import { useQueryClient } from '@tanstack/react-query';
import { httpSubscriptionLink, splitLink } from '@trpc/client';
import { useLiveRecords } from '../../hooks/useLiveRecords.ts';
import { callLink, trpc, url } from '../../trpc.ts';

const streamClient = trpc.createClient({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: callLink,
    }),
  ],
});

/** Shows nothing: a place of its own, so that the stream's state draws no page anew, and only who is signed in loads it. */
export function LiveRecords() {
  return (
    <trpc.Provider client={streamClient} queryClient={useQueryClient()}>
      <Stream />
    </trpc.Provider>
  );
}

function Stream() {
  useLiveRecords();
  return null;
}
