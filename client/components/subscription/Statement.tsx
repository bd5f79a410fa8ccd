import { usePageText } from '../../text/usePageText.ts';
import { partsOf, sentenceOf } from '../../views/statement/sentence.ts';
import type { Statement } from '../../views/statement/statement.ts';
import { Heading } from '../ui/Heading.tsx';

interface StatementHeadingProps {
  statement: Statement;
  currency: string;
  now: Date;
  /** The page's h1; others are its h2. */
  isFirst: boolean;
  /** What the plan is called in it; default: its name. */
  name?: string;
}

/** The sentence as a heading: what one has, what it costs and when. */
export function StatementHeading({ statement, currency, now, isFirst, name }: StatementHeadingProps) {
  const { copy, format, planName } = usePageText();
  const words = {
    copy,
    planName,
    // A date stays on one line.
    date: (iso: string) => format.spoken(iso, now).replaceAll(' ', '\u00a0'),
    money: (amount: string) => format.money(amount, currency),
  };
  const parts = partsOf(sentenceOf(statement, words, name));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
  const said = parts.map(({ text, isFact }, at) => (isFact ? <b key={at}>{text}</b> : text));
  return isFirst ? <Heading title={copy.dashboard.plan}>{said}</Heading> : <h2 className="statement">{said}</h2>;
}
