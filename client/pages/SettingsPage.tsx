import type { ReactNode } from 'react';
import { DeleteAccount } from '../components/account/DeleteAccount.tsx';
import { DownloadData } from '../components/account/DownloadData.tsx';
import { EraseData } from '../components/account/EraseData.tsx';
import { PasswordForm } from '../components/account/PasswordForm.tsx';
import { ProfileForm } from '../components/account/ProfileForm.tsx';
import { Sessions } from '../components/account/Sessions.tsx';
import { AddressForm } from '../components/address/AddressForm.tsx';
import { ChoosePassword } from '../components/social/ChoosePassword.tsx';
import { Page } from '../components/ui/Page.tsx';
import { useHasPassword } from '../hooks/useHasPassword.ts';
import { useLogin } from '../hooks/useLogin.ts';
import { usePageText } from '../text/usePageText.ts';
import { trpc, type User } from '../trpc.ts';
import classes from './SettingsPage.module.css';

/** One's own account: name, password, sessions, data. */
export function SettingsPage() {
  const { copy } = usePageText();
  const me = trpc.session.me.useQuery();
  const texts = copy.settings;
  const login = useLogin();
  const hasPassword = useHasPassword(login !== null && login.social.length > 0);
  if (!me.data || !login) return null;
  if (!login.own) return <ForeignSettings user={me.data} />;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className={`sheet ${classes.sheet}`}>
        <Section id="profile" title={texts.profile}>
          <ProfileForm user={me.data} />
        </Section>
        <Section id="address" title={copy.address.heading}>
          <AddressForm user={me.data} hasPassword={hasPassword} />
        </Section>
        <Section id="password" title={texts.password}>
          {hasPassword ? <PasswordForm user={me.data} /> : <ChoosePassword user={me.data} />}
        </Section>
        <Section id="sessions" title={texts.sessions}>
          <Sessions />
        </Section>
        <Section id="data" title={texts.data}>
          <DownloadData />
          {hasPassword ? <DeleteAccount user={me.data} /> : <p>{copy.social.passwordFirst}</p>}
        </Section>
      </div>
    </Page>
  );
}

/** The account itself is elsewhere. */
function ForeignSettings({ user }: { user: User }) {
  const { copy } = usePageText();
  return (
    <Page title={copy.settings.title} lead={copy.login.dataLead}>
      <div className={`sheet ${classes.sheet}`}>
        <Section id="data" title={copy.settings.data}>
          <DownloadData />
          <EraseData user={user} />
        </Section>
      </div>
    </Page>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{title}</h2>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
