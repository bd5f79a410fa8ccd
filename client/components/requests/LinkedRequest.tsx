import { useEffect, useState } from 'react';
import { Link } from '../../router/Link.tsx';
import { useRequestText } from '../../text/useRequestText.ts';
import { failureOf, type LinkedRequestView, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LinkedDone } from './LinkedDone.tsx';
import { LinkedPlans } from './LinkedPlans.tsx';

/** Where the mailed link leads: what would end and when, and the button that ends it. */
export function LinkedRequest({ token }: { token: string }) {
  const { copy, requests } = useRequestText();
  const texts = requests.link;
  // A mutation, so that the token is in no address of a request.
  const opened = trpc.requests.open.useMutation();
  const confirm = trpc.requests.confirm.useMutation();
  const [confirmed, setConfirmed] = useState<LinkedRequestView | null>(null);
  const { mutate } = opened;
  useEffect(() => mutate({ token }), [mutate, token]);
  const request = confirmed ?? opened.data;
  if (opened.error && failureOf(opened.error).code === 'NOT_FOUND')
    return (
      <Page title={texts.title} heading={texts.dead} lead={texts.deadText} width="form">
        <p>
          <Link to="/cancel">{texts.askAgain}</Link>
        </p>
      </Page>
    );
  if (opened.error)
    return (
      <Page title={texts.title} width="form">
        <ErrorState error={opened.error} retry={() => mutate({ token })} busy={opened.isPending} />
      </Page>
    );
  if (!request)
    return (
      <Page title={texts.title} heading={texts.loading} width="form">
        <Skeleton height={120} />
      </Page>
    );
  if (request.state !== 'open') return <LinkedDone request={request} />;
  return (
    <Page width="form">
      <LinkedPlans
        request={request}
        busy={confirm.isPending}
        problem={confirm.error && <ProblemNotice problem={problemOf(failureOf(confirm.error), copy)} />}
        onConfirm={(subscriptionIds) => confirm.mutate({ token, subscriptionIds }, { onSuccess: setConfirmed })}
      />
    </Page>
  );
}
