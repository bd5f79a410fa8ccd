import { useId } from 'react';
import { usePanel } from '../../hooks/usePanel.ts';
import { Link } from '../../router/Link.tsx';
import { useLocation } from '../../router/Router.tsx';
import { usePageText } from '../../text/usePageText.ts';
import { type OrganisationView, trpc, type User } from '../../trpc.ts';
import { organisationName } from '../../views/ownerName.ts';
import menu from '../account/AccountMenu.module.css';
import { Icon } from '../ui/Icon.tsx';
import classes from './OrganisationSwitch.module.css';

interface OrganisationSwitchProps {
  user: User;
  organisation: OrganisationView;
}

/** For whom one looks at the pages: oneself or the organisation, with what each side has. */
export function OrganisationSwitch({ user, organisation }: OrganisationSwitchProps) {
  const { copy, planName } = usePageText();
  const { opened, toggle, close, target, around } = usePanel();
  const isOrganisation = useLocation().pathname.startsWith('/organisation');
  const own = trpc.subscription.access.useQuery().data;
  const panelId = useId();
  const texts = copy.sides;
  const { plan, seats } = organisation.access;
  const has = seats !== null && seats > 1 ? copy.seats.of(planName(plan), seats) : planName(plan);
  const sides = [
    { to: '/dashboard', name: user.name || user.email, has: texts.you(own ? planName(own.plan) : ''), isHere: false },
    {
      to: '/organisation',
      name: organisationName(organisation.id) ?? organisation.id,
      has: texts.organisation(has),
      isHere: true,
    },
  ].map((side) => ({ ...side, isHere: side.isHere === isOrganisation }));
  const here = sides.find(({ isHere }) => isHere)?.name ?? '';
  return (
    <div className={menu.root} {...around}>
      <button
        ref={target}
        type="button"
        className={`${menu.target} ${classes.target}`}
        aria-label={texts.label(here)}
        aria-expanded={opened}
        aria-controls={panelId}
        onClick={toggle}
      >
        <span className={classes.here}>{here}</span>
        <Icon name="chevron" size={12} />
      </button>
      <div id={panelId} hidden={!opened} className={`${menu.panel} ${classes.panel}`}>
        {sides.map(({ to, name, has: what, isHere }) => (
          <Link
            key={to}
            to={to}
            className={`${menu.item} ${classes.side}`}
            aria-current={isHere || undefined}
            onClick={close}
          >
            <span>
              {name}
              <small className="quiet">{what}</small>
            </span>
            {isHere && <Icon name="check" />}
          </Link>
        ))}
      </div>
    </div>
  );
}
