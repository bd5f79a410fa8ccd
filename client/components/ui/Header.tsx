import { lazy, Suspense } from 'react';
import { brand } from '../../brand.ts';
import { useLogin } from '../../hooks/useLogin.ts';
import { Link, NavLink } from '../../router/Link.tsx';
import { addressAt } from '../../router/site.ts';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import classes from './Header.module.css';
import { SkeletonOf } from './Skeleton.tsx';

// Whoever looks at the plans first has no account yet.
const AccountMenu = lazy(async () => ({ default: (await import('../account/AccountMenu.tsx')).AccountMenu }));
// Only who signs in at a login that names organisations has one.
const OrganisationSwitch = lazy(async () => ({
  default: (await import('../organisation/OrganisationSwitch.tsx')).OrganisationSwitch,
}));

export function Header() {
  const { copy } = useText();
  const me = trpc.session.me.useQuery();
  const isElsewhere = useLogin()?.own === false;
  const organisation = trpc.subscription.organisation.useQuery(undefined, { enabled: Boolean(me.data) && isElsewhere });
  const name = brand.name ?? copy.app.name;
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand} aria-label={copy.app.home(name)}>
        <img src={addressAt('/icon')} alt="" width={24} height={24} />
        <span className={classes.name}>{name}</span>
      </Link>
      {me.data && organisation.data && (
        <Suspense>
          <OrganisationSwitch user={me.data} organisation={organisation.data} />
        </Suspense>
      )}
      <nav aria-label={copy.app.navigation} className={classes.nav}>
        <NavLink to="/pricing" className={classes.link}>
          {copy.navigation.plans}
        </NavLink>
        {me.data && (
          <NavLink to="/dashboard" className={classes.link}>
            {copy.navigation.dashboard}
          </NavLink>
        )}
      </nav>
      <div className={classes.account}>
        {me.isPending && <SkeletonOf shape="word" />}
        {me.data && (
          <Suspense fallback={<SkeletonOf shape="word" />}>
            <AccountMenu user={me.data} />
          </Suspense>
        )}
        {me.data === null && (
          <NavLink to="/sign-in" className={classes.link}>
            {copy.navigation.signIn}
          </NavLink>
        )}
      </div>
    </header>
  );
}
