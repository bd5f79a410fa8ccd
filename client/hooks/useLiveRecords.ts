import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { failureOf, trpc } from '../trpc.ts';

const RETRY_MS = 5_000;

/**
 * While somebody is signed in, reads the records anew whenever the server says that one changed. A hidden page lets
 * go of its stream, since browsers open only six of them to a site; the stream's first event makes up for the time.
 */
export function useLiveRecords(): void {
  const me = trpc.session.me.useQuery();
  const utils = trpc.useUtils();
  const visible = useDocumentVisibility() === 'visible';
  const { status, error, reset } = trpc.subscription.changes.useSubscription(undefined, {
    enabled: Boolean(me.data) && visible,
    onData: () => void Promise.all([utils.subscription.invalidate(), utils.payments.invalidate()]),
  });
  const ended = failureOf(error).code === 'UNAUTHORIZED';
  useEffect(() => {
    if (status !== 'error') return;
    if (ended) return void utils.session.me.invalidate();
    const timer = setTimeout(reset, RETRY_MS);
    return () => clearTimeout(timer);
  }, [status, ended, reset, utils]);
}
