import { useId } from 'react';
import { useLogin } from '../../hooks/useLogin.ts';
import { usePanel } from '../../hooks/usePanel.ts';
import { useSignOut } from '../../hooks/useSignOut.ts';
import { Link } from '../../router/Link.tsx';
import { usePageText } from '../../text/usePageText.ts';
import type { User } from '../../trpc.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './AccountMenu.module.css';

/** A disclosure of plain buttons rather than a menu: Tab reaches everything in it. */
export function AccountMenu({ user }: { user: User }) {
  const { copy } = usePageText();
  const { opened, toggle, close, target, around } = usePanel();
  const { signOut, busy, problem } = useSignOut();
  const login = useLogin();
  const panelId = useId();
  return (
    <div className={classes.root} {...around}>
      <button
        ref={target}
        type="button"
        className={classes.target}
        aria-label={[copy.navigation.account(user.email || user.name), user.email && user.name]
          .filter(Boolean)
          .join(', ')}
        aria-expanded={opened}
        aria-controls={panelId}
        onClick={toggle}
      >
        <Icon name="person" />
        <span className={classes.name}>{user.name || user.email}</span>
        <Icon name="chevron" size={12} />
      </button>
      <div id={panelId} hidden={!opened} className={classes.panel}>
        <p className={classes.who}>
          {copy.navigation.signedInAs}
          <strong>{user.email || user.name}</strong>
        </p>
        <Link to="/account" className={classes.item} onClick={close}>
          <Icon name="gear" />
          {copy.settings.title}
        </Link>
        {user.operator && (
          <Link to="/operator" className={classes.item} onClick={close}>
            <Icon name="pulse" />
            {copy.navigation.operations}
          </Link>
        )}
        {login?.own !== false && (
          <button type="button" className={classes.item} disabled={busy} onClick={() => void signOut()}>
            <Icon name="out" />
            {copy.navigation.signOut}
          </button>
        )}
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
