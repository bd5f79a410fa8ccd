import type { ReactNode } from 'react';
import { useRequestText } from '../../text/useRequestText.ts';
import { partsOf } from '../../views/statement/sentence.ts';
import { Button } from '../ui/Button.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Heading } from '../ui/Heading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import type { Asked } from './RequestForm.tsx';
import classes from './Requests.module.css';

interface RequestTakenProps {
  kind: 'cancel' | 'withdraw';
  asked: Asked;
  again(): void;
}

/** The answer is alike whoever has the address. */
export function RequestTaken({ kind, asked: { email, receipt }, again }: RequestTakenProps) {
  const { requests } = useRequestText();
  const texts = requests[kind];
  // A long address may break behind its sign.
  const address = email.replace('@', '@\u200b');
  return (
    <Page width="form">
      <Statement title={texts.title} text={texts.sent(address)} facts={[address]} />
      <p className="quiet">{texts.sentText}</p>
      {!receipt.mailed && <Notice tone="warning" title={requests.mailOff} />}
      <Proof of={receipt}>
        <Button variant="quiet" onClick={again}>
          {requests.again}
        </Button>
      </Proof>
    </Page>
  );
}

interface ProofProps {
  of: { number: string; receivedAt: string };
  /** What else can be done. */
  children: ReactNode;
}

/** When it was received, and under which number: to print or to keep. */
export function Proof({ of: { number, receivedAt }, children }: ProofProps) {
  const { format, requests } = useRequestText();
  return (
    <>
      <Facts
        facts={[
          [requests.received, format.moment(receivedAt)],
          [requests.number, number],
        ]}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => window.print()}>
          {requests.print}
        </Button>
        {children}
      </div>
    </>
  );
}

interface StatementProps {
  title: string;
  text: string;
  /** What of it is in ink. */
  facts: string[];
}

/** The page's sentence. It takes the place of the one before, and the focus with it. */
export function Statement({ title, text, facts }: StatementProps) {
  return (
    <Heading title={title}>
      {partsOf({ text, facts }).map(({ text: part, isFact }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
        isFact ? <b key={at}>{part}</b> : part,
      )}
    </Heading>
  );
}
