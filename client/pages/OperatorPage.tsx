import { useEffect, useRef } from 'react';
import { Deliveries } from '../components/operator/Deliveries.tsx';
import { Differences } from '../components/operator/drift/Differences.tsx';
import { Jobs } from '../components/operator/Jobs.tsx';
import { Overview } from '../components/operator/overview/Overview.tsx';
import { Person } from '../components/operator/Person.tsx';
import { Page } from '../components/ui/Page.tsx';
import { NavLink } from '../router/Link.tsx';
import { useOperatorText } from '../text/useOperatorText.ts';
import { trpc } from '../trpc.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import classes from './OperatorPage.module.css';

const views = { needs: Overview, deliveries: Deliveries, person: Person, drift: Differences, jobs: Jobs };
const addresses = {
  needs: '/operator',
  deliveries: '/operator/deliveries',
  person: '/operator/person',
  drift: '/operator/drift',
  jobs: '/operator/jobs',
} as const;
type View = keyof typeof views;

/** For operators alone: to anybody else this page does not exist. It doesn't tell who is on their list. */
export function OperatorPage({ view }: { view: View }) {
  const { copy, format } = useOperatorText();
  const { data: user } = trpc.session.me.useQuery();
  const tabs = useRef<HTMLElement>(null);
  // On a phone not all of them have room.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has another tab
  useEffect(() => {
    const [tab, strip] = [tabs.current?.querySelector<HTMLElement>('[aria-current]'), tabs.current];
    if (tab && strip) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [view, user]);
  if (!user?.operator)
    return (
      <NotFoundPage>
        {user && !user.emailVerified && <p>{copy.operator.unverified(user.email, user.id)}</p>}
      </NotFoundPage>
    );
  const Shown = views[view];
  return (
    <Page title={copy.operator.title} lead={copy.operator.lead(format.zone())}>
      <nav ref={tabs} aria-label={copy.operator.navigation} className={classes.tabs}>
        {(Object.keys(views) as View[]).map((each) => (
          <NavLink key={each} to={addresses[each]} end className={classes.tab}>
            {copy.operator.views[each]}
          </NavLink>
        ))}
      </nav>
      <Shown />
    </Page>
  );
}
