import { useRequestText } from '../../text/useRequestText.ts';
import { trpc } from '../../trpc.ts';
import { Notice } from '../ui/Notice.tsx';

/** What somebody asked for under the reader's address, until it is answered. */
export function OwnRequests() {
  const { format, requests } = useRequestText();
  const own = trpc.requests.own.useQuery();
  const open = own.data?.filter(({ state, closed }) => state !== 'done' && !closed) ?? [];
  return open.map(({ number, kind, state, receivedAt }) => (
    <Notice key={number} tone="info" title={requests.own[kind](format.date(receivedAt), number)}>
      {kind === 'withdraw'
        ? requests.own.withdrawText
        : state === 'confirmed'
          ? requests.own.waitingText
          : requests.own.cancelText}
    </Notice>
  ));
}
