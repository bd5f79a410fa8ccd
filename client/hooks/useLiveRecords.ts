import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { failureOf, organisationQueries, trpc } from '../trpc.ts';
import { useVisible } from './useVisible.ts';

const POLL_MS = 5_000;

/**
 * While somebody is signed in, reads the records anew whenever the server says that one changed. A hidden page lets
 * go of its stream, since browsers open only six of them to a site; the stream's first event makes up for the time.
 * Without a stream (some proxies hold it back) the records are read again and again.
 */
export function useLiveRecords(): void {
  const me = trpc.session.me.useQuery();
  const utils = trpc.useUtils();
  const visible = useVisible();
  const queries = useQueryClient();
  const readAnew = useCallback(async () => {
    const read = () =>
      Promise.all([
        utils.subscription.invalidate(),
        utils.payments.invalidate(),
        organisationQueries.invalidateQueries(),
      ]);
    // A first reading that is under way goes on, and may be from before the change: another one follows it.
    const isFirst = queries.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
    await read();
    if (isFirst) await read();
  }, [utils, queries]);
  const { status, error, reset } = trpc.subscription.changes.useSubscription(undefined, {
    enabled: Boolean(me.data) && visible,
    onData: () => void readAnew(),
  });
  // A foreign login may have given the page its next token by then.
  const ended = failureOf(error).code === 'UNAUTHORIZED';
  useEffect(() => {
    const failed = ended || status === 'error';
    if (!failed && status !== 'connecting') return;
    // A browser does not say why a stream was refused; the session may have ended.
    if (failed) void utils.session.me.invalidate();
    const timer = setInterval(() => {
      void readAnew();
      if (failed) reset();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [status, ended, reset, readAnew, utils]);
}
