import { useState } from 'react';
import { LinkedRequest } from '../components/requests/LinkedRequest.tsx';
import { type Asked, RequestForm } from '../components/requests/RequestForm.tsx';
import { RequestTaken } from '../components/requests/RequestTaken.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { Link } from '../router/Link.tsx';
import { useSearchParams } from '../router/Router.tsx';
import { useRequestText } from '../text/useRequestText.ts';
import { trpc } from '../trpc.ts';

/** Anybody cancels or withdraws here without signing in; and it is where the mailed link leads. */
export function RequestPage({ kind }: { kind: 'cancel' | 'withdraw' }) {
  const { requests } = useRequestText();
  const [query] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const options = trpc.session.options.useQuery(undefined, { staleTime: 60_000 });
  const token = kind === 'cancel' ? query.get('token') : null;
  const texts = requests[kind];
  const days = options.data?.withdrawalDays ?? 0;
  const isOff = options.data && (kind === 'cancel' ? !options.data.cancelPage : days === 0);
  if (token) return <LinkedRequest token={token} />;
  if (asked) return <RequestTaken kind={kind} asked={asked} again={() => setAsked(null)} />;
  if (isOff)
    return (
      <Page title={texts.title} width="form">
        <Notice tone="info" title={requests.off} />
      </Page>
    );
  const lead = typeof texts.lead === 'string' ? texts.lead : days > 0 ? texts.lead(days) : undefined;
  const other =
    kind === 'cancel' ? { to: '/withdraw', isOpen: days > 0 } : { to: '/cancel', isOpen: options.data?.cancelPage };
  return (
    <Page title={texts.title} heading={texts.heading} lead={lead} width="form">
      <RequestForm kind={kind} onTaken={setAsked} />
      {other.isOpen && (
        <p>
          <Link to={other.to}>{texts.other}</Link>
        </p>
      )}
    </Page>
  );
}
