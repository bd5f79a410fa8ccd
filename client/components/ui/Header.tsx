import { Link, NavLink } from 'react-router';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import { AccountMenu } from '../account/AccountMenu.tsx';
import classes from './Header.module.css';
import { Skeleton } from './Skeleton.tsx';

export function Header() {
  const { copy } = useText();
  const me = trpc.session.me.useQuery();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.brand} aria-label={copy.app.home}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          <span className={classes.name}>{copy.app.name}</span>
        </Link>
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
          {me.isPending && <Skeleton width={80} height={20} />}
          {me.data && <AccountMenu user={me.data} />}
          {me.data === null && (
            <NavLink to="/sign-in" className={classes.link}>
              {copy.navigation.signIn}
            </NavLink>
          )}
        </div>
      </div>
    </header>
  );
}
