import { AccountForm } from '../components/account/AccountForm.tsx';
import { ForeignSignIn } from '../components/account/ForeignSignIn.tsx';
import { EndedNotice } from '../components/address/EndedNotice.tsx';
import { SocialSignIn } from '../components/social/SocialSignIn.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { Notice } from '../components/ui/Notice.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useLogin } from '../hooks/useLogin.ts';
import { Link } from '../router/Link.tsx';
import { Navigate, useSearchParams } from '../router/Router.tsx';
import { usePageText } from '../text/usePageText.ts';
import { trpc } from '../trpc.ts';
import { accountPath, planOfPath, safePath } from '../views/paths.ts';
import { socialProblem } from '../views/socialProblem.ts';
import classes from './AccountPage.module.css';

type Mode = 'sign-in' | 'sign-up';

/** Sign-in and sign-up; signed in already, or as soon as it is done, on to where one was going. */
export function AccountPage({ mode }: { mode: Mode }) {
  const { copy } = usePageText();
  const [query] = useSearchParams();
  const me = trpc.session.me.useQuery();
  const login = useLogin();
  const next = safePath(query.get('next'));
  if (me.data) return <Navigate to={next} />;
  const texts = copy.account;
  const isElsewhere = login?.own === false;
  const isNew = mode === 'sign-up' && !isElsewhere;
  return (
    <Page
      title={isNew ? texts.signUpTitle : texts.signInTitle}
      lead={isElsewhere ? copy.login.lead : isNew ? texts.signUpLead : texts.signInLead}
      width="form"
    >
      <EndedNotice ended={query.has('ended')} />
      {query.has('error') && <Notice tone="danger" title={socialProblem(query.get('error'), copy)} />}
      {me.isError && <ErrorState error={me.error} retry={() => void me.refetch()} busy={me.isFetching} />}
      <div>
        {isElsewhere ? <ForeignSignIn signInUrl={login.signInUrl} next={next} /> : <AccountForm mode={mode} />}
        {!isElsewhere && login && login.social.length > 0 && <SocialSignIn companies={login.social} next={next} />}
      </div>
      {!isElsewhere && <Hints mode={mode} next={next} />}
    </Page>
  );
}

function Hints({ mode, next }: { mode: Mode; next: string }) {
  const { copy, planName } = usePageText();
  const plan = planOfPath(next);
  const [question, answer, other] =
    mode === 'sign-in'
      ? ([copy.account.noAccount, copy.navigation.signUp, 'sign-up'] as const)
      : ([copy.account.haveAccount, copy.navigation.signIn, 'sign-in'] as const);
  return (
    <p className={classes.hints}>
      {question} <Link to={accountPath(other, next)}>{answer}</Link>
      {plan && <span>{copy.account.forPlan(planName(plan))}</span>}
    </p>
  );
}
