import { type ReactNode, useState } from 'react';
import { useRequestText } from '../../text/useRequestText.ts';
import type { LinkedRequestView } from '../../trpc.ts';
import { chargeAfter } from '../../views/linkedCharge.ts';
import { withTax } from '../../views/withTax.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './Requests.module.css';
import { Statement } from './RequestTaken.tsx';

interface LinkedPlansProps {
  request: LinkedRequestView;
  busy: boolean;
  problem: ReactNode;
  onConfirm(subscriptionIds: string[]): void;
}

type Endable = LinkedRequestView['plans'][number];

/** Nothing ends by opening a link, which programs do too: only by this button. */
export function LinkedPlans({ request, busy, problem, onConfirm }: LinkedPlansProps) {
  const { requests } = useRequestText();
  const texts = requests.link;
  const open = request.plans.filter(({ ending, former }) => !ending && former === null);
  const [chosen, setChosen] = useState(() => open.filter(({ meant }) => meant).map(({ id }) => id));
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <>
      <LinkedHeading request={request} open={open} />
      {problem}
      {open.length > 1 && <Choices plans={open} chosen={chosen} toggle={toggle} />}
      {request.plans.map((plan) => plan.former && <Former key={plan.id} plan={plan} />)}
      {open.length > 0 && request.wish !== 'period_end' && <p className="quiet">{texts.earlier}</p>}
      {open.length > 0 && (
        <div className={classes.actions}>
          <Button variant="danger" loading={busy} disabled={chosen.length === 0} onClick={() => onConfirm(chosen)}>
            {texts.cancel}
          </Button>
          <ButtonLink to="/dashboard" variant="default">
            {texts.keep}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

function LinkedHeading({ request: { plans }, open }: { request: LinkedRequestView; open: Endable[] }) {
  const { format, planName, requests } = useRequestText();
  const texts = requests.link;
  const date = (iso: string) => format.spoken(iso, new Date());
  const [first] = open;
  const [known] = plans;
  if (!known)
    return (
      <>
        <Statement title={texts.title} text={texts.nothing} facts={[]} />
        <p className="quiet">{texts.nothingText}</p>
      </>
    );
  if (open.length > 1) return <Statement title={texts.title} text={texts.several(open.length)} facts={[]} />;
  const shown = first ?? known;
  const facts = [planName(shown.plan), date(shown.endsAt)] as const;
  const ends = first ? texts.would(...facts) : texts.endsAnyway(...facts);
  const text = !first && shown.former ? texts.formerTitle(facts[0]) : `${ends} ${chargeAfter([shown], texts)}`;
  return <Statement title={texts.title} text={text} facts={[...facts]} />;
}

interface ChoicesProps {
  plans: Endable[];
  chosen: string[];
  toggle(id: string): void;
}

function Choices({ plans, chosen, toggle }: ChoicesProps) {
  const { copy, format, planName, requests } = useRequestText();
  const texts = requests.link;
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">{texts.choose}</legend>
      {plans.map(({ id, plan, interval, amount, currency, taxIncluded, endsAt }) => {
        const price =
          amount &&
          withTax(texts.price(format.money(amount, currency), copy.dashboard.per[interval] ?? ''), taxIncluded, copy);
        return (
          <label key={id} className={classes.choice}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>
              {planName(plan)}
              <span className={classes.about}>
                {[price, texts.endsOn(format.spoken(endsAt, new Date()))].filter(Boolean).join(', ')}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Former({ plan: { plan, former } }: { plan: Endable }) {
  const { planName, requests } = useRequestText();
  const texts = requests.link;
  return (
    <Notice tone="warning" title={texts.formerTitle(planName(plan))}>
      <p>{texts.formerText}</p>
      {former?.url && (
        <p>
          <a href={former.url} target="_blank" rel="noreferrer">
            {texts.formerLink}
          </a>
        </p>
      )}
    </Notice>
  );
}
