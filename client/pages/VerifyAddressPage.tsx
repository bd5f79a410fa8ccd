import { useQuery } from '@tanstack/react-query';
import { type ProvenAddress, refusalOf, verifyAddress } from '../auth.ts';
import { ResendMail } from '../components/address/ResendMail.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { PageLoading } from '../components/ui/Layout.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { Link } from '../router/Link.tsx';
import { useSearchParams } from '../router/Router.tsx';
import { usePageText } from '../text/usePageText.ts';
import { trpc } from '../trpc.ts';
import { accountPath } from '../views/paths.ts';

/** Where the links in mails about addresses lead: they count for somebody who is signed in to their account. */
export function VerifyAddressPage() {
  const { copy } = usePageText();
  const [query] = useSearchParams();
  const me = trpc.session.me.useQuery();
  const token = query.get('token') ?? '';
  return (
    <Page title={copy.verify.title} width="form">
      {me.isError && !me.data && <ErrorState error={me.error} retry={() => void me.refetch()} busy={me.isFetching} />}
      {me.isPending && <PageLoading />}
      {me.data === null && <SignInFirst next={`/verify-address?${new URLSearchParams({ token })}`} />}
      {me.data && <Proof token={token} />}
    </Page>
  );
}

function SignInFirst({ next }: { next: string }) {
  const { copy } = usePageText();
  return (
    <Notice
      tone="info"
      title={copy.verify.signIn}
      action={<Link to={accountPath('sign-in', next)}>{copy.navigation.signIn}</Link>}
    />
  );
}

function Proof({ token }: { token: string }) {
  const { copy } = usePageText();
  const utils = trpc.useUtils();
  const proof = useQuery({
    queryKey: ['verify-address', token],
    async queryFn() {
      const proven = await verifyAddress(token);
      // Another account has other records.
      await (proven.status === 'opened' ? utils.invalidate() : utils.session.me.invalidate());
      return proven;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (proof.data) return <Proven {...proof.data} />;
  if (proof.isPending) return <p role="status">{copy.verify.working}</p>;
  const refusal = refusalOf(proof.error);
  if (refusal.status === 403) return <Notice tone="danger" title={copy.verify.otherAccount} />;
  if (refusal.status === 400) return <Invalid />;
  return <ErrorState error={proof.error} retry={() => void proof.refetch()} busy={proof.isFetching} />;
}

function Proven({ status, email, others = 0, former }: ProvenAddress) {
  const { copy } = usePageText();
  const titles = {
    verified: copy.verify.verified(email),
    changed: copy.verify.changed(email),
    waiting: copy.verify.waiting,
    opened: copy.verify.opened(email),
  };
  return (
    <Notice
      tone={status === 'waiting' ? 'info' : 'positive'}
      title={titles[status]}
      action={<Link to="/dashboard">{copy.verify.toDashboard}</Link>}
    >
      {former && <p>{copy.verify.former(former)}</p>}
      {others > 0 && <p>{copy.verify.others}</p>}
    </Notice>
  );
}

function Invalid() {
  const { copy } = usePageText();
  const me = trpc.session.me.useQuery();
  if (!me.data?.emailVerified) return <Notice tone="danger" title={copy.verify.invalid} action={<ResendMail />} />;
  return (
    <Notice tone="info" title={copy.verify.invalid} action={<Link to="/dashboard">{copy.verify.toDashboard}</Link>}>
      {copy.verify.already(me.data.email)}
    </Notice>
  );
}
