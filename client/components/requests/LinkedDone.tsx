import { useRequestText } from '../../text/useRequestText.ts';
import type { LinkedRequestView } from '../../trpc.ts';
import { afterwards, chargeAfter } from '../../views/linkedCharge.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Proof, Statement } from './RequestTaken.tsx';

/** What became of the link, also when it is opened again. */
export function LinkedDone({ request }: { request: LinkedRequestView }) {
  const { requests } = useRequestText();
  const texts = requests.link;
  return (
    <Page width="form">
      <Sentence request={request} />
      <p className="quiet">{afterwards(request, texts)}</p>
      <Proof of={request}>
        <ButtonLink to="/dashboard" variant="quiet">
          {texts.toPlan}
        </ButtonLink>
      </Proof>
    </Page>
  );
}

function Sentence({ request: { state, plans, chosen } }: { request: LinkedRequestView }) {
  const { format, planName, requests } = useRequestText();
  const texts = requests.link;
  const all = plans.filter(({ id }) => chosen.includes(id));
  const [ended, ...others] = all;
  const facts = ended ? [planName(ended.plan), format.spoken(ended.endsAt, new Date())] : [];
  const [plan = '', date = ''] = facts;
  const done = () => {
    if (!ended) return texts.ended;
    return `${others.length > 0 ? texts.doneSeveral : texts.done(plan, date)} ${chargeAfter(all, texts)}`;
  };
  return <Statement title={texts.title} text={state === 'confirmed' ? texts.waiting : done()} facts={facts} />;
}
