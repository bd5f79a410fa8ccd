import { useState } from 'react';
import { goToCompany, refusalOf } from '../../auth.ts';
import type { AuthFailure } from '../../authRefusal.ts';
import { usePageText } from '../../text/usePageText.ts';
import { accountPath } from '../../views/paths.ts';
import { refusedSetting } from '../../views/settingsErrors.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import classes from './Social.module.css';

const COMPANIES = { google: 'Google', github: 'GitHub' } as const;
export type Company = keyof typeof COMPANIES;

/** Signs in, or up, with an account elsewhere; comes back to `next`. */
export function SocialSignIn({ companies, next }: { companies: readonly Company[]; next: string }) {
  const { copy } = usePageText();
  const [leaving, setLeaving] = useState<Company | null>(null);
  const [refusal, setRefusal] = useState<AuthFailure | null>(null);
  const go = async (company: Company) => {
    setLeaving(company);
    setRefusal(null);
    try {
      window.location.assign(await goToCompany(company, { to: next, orTo: accountPath('sign-in', next) }));
    } catch (error) {
      setRefusal(refusalOf(error));
      setLeaving(null);
    }
  };
  return (
    <div className="stack">
      <p className={classes.or}>{copy.social.or}</p>
      {refusal && <ProblemNotice problem={{ ...refusal, text: refusedSetting(refusal, copy) }} />}
      {companies.map((company) => (
        <Button
          key={company}
          variant="default"
          fullWidth
          loading={leaving === company}
          disabled={leaving !== null}
          onClick={() => void go(company)}
        >
          {copy.social.continueWith(COMPANIES[company])}
        </Button>
      ))}
    </div>
  );
}
