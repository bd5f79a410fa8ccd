import { StatusBadge } from '../../components/subscription/StatusBadge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Empty } from '../../components/ui/Empty.tsx';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { toneIcons } from '../../components/ui/Icon.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { ProblemNotice } from '../../components/ui/ProblemNotice.tsx';
import { Skeleton, SkeletonOf } from '../../components/ui/Skeleton.tsx';
import type { Tone } from '../../views/subscriptionCard.ts';
import { Part, Row } from './Part.tsx';

const tones: Record<Tone, string> = {
  positive: 'The change is made',
  info: 'A mail is on its way',
  neutral: 'You were not charged',
  warning: 'Two plans are charged',
  danger: 'The payment failed',
};

export function Messages() {
  return (
    <>
      <Part title="Notices" rule="For what happened: one at a time. A state speaks in the sentence.">
        {Object.entries(tones).map(([tone, title]) => (
          <Notice key={tone} tone={tone as Tone} title={title} />
        ))}
        <Notice tone="info" title="With words and an action" action={<Button variant="default">Try again</Button>}>
          They say what to do.
        </Notice>
        <ProblemNotice problem={{ text: 'With the request’s id.', requestId: 'c0ffee' }} title="Something went wrong" />
        <ErrorState error={new Error('of this page')} retry={() => undefined} />
      </Part>
      <Part title="Badges" rule="A mark and a word; only what is wrong has a tint.">
        <Row>
          {Object.keys(tones).map((tone) => (
            <StatusBadge key={tone} tone={tone as Tone} icon={toneIcons[tone as Tone]}>
              {tone}
            </StatusBadge>
          ))}
        </Row>
      </Part>
      <Part title="Nothing yet, and waiting" rule="A waiting place has the shape of what comes.">
        <Empty title="No payments yet">They appear here with the first one.</Empty>
        <Skeleton height={18} width={90} />
        <Skeleton height={40} />
        <Row>
          <SkeletonOf shape="button" />
          <SkeletonOf shape="word" />
        </Row>
      </Part>
    </>
  );
}
