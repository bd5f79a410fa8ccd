import type { Copy } from '../../text/en.ts';
import { withTax } from '../withTax.ts';
import type { Statement, StatementKind } from './statement.ts';

interface Words {
  copy: Pick<Copy, 'statement' | 'standing' | 'dashboard' | 'plans'>;
  planName(plan: string): string;
  date(iso: string): string;
  money(amount: string): string;
}

/** What heads a plan, and the facts in it that are to be seen first. */
export interface Sentence {
  text: string;
  facts: string[];
}

/** The one sentence of a statement: what is so, what it costs, and when. `name`: with its seats, where there are several. */
export function sentenceOf(statement: Statement, words: Words, name = words.planName(statement.plan)): Sentence {
  const facts = [name];
  const fact = (text: string) => {
    if (text) facts.push(text);
    return text;
  };
  const saying: Saying = {
    ...words,
    name,
    planName: (plan) => fact(words.planName(plan)),
    date: (iso) => (iso === null ? '' : fact(words.date(iso))),
    money: (amount) => (amount === null ? '' : fact(withTax(words.money(amount), statement.taxIncluded, words.copy))),
  };
  return { text: sayingOf[statement.kind]?.(statement, saying) ?? ofRunning(statement, saying), facts };
}

/** Its words are kept as facts. */
interface Saying extends Omit<Words, 'date' | 'money'> {
  name: string;
  date(iso: string | null): string;
  money(amount: string | null): string;
}

type Say = (statement: Statement, saying: Saying) => string;

const sayingOf: Partial<Record<StatementKind, Say>> = {
  free: ({ next }, { copy: { statement: texts }, name }) =>
    next.kind === 'unasked' ? texts.freeUnasked(name) : texts.free(name),
  owned: ofOwned,
  past_due: ofDue,
  no_access: (_, { copy, name }) => copy.statement.cannotUse(name),
  paused: ({ ends }, { copy, name, date }) =>
    ends === null ? copy.statement.paused(name) : copy.standing.pausedEnds(name, date(ends)),
  awaited: ({ next }, { copy, name, money }) =>
    copy.statement.awaited(name, next.kind === 'awaited' ? money(next.amount) : ''),
  first_failed: (_, { copy, name }) => copy.statement.firstFailed(name),
  paid_left: ({ ends }, { copy, name, date }) => copy.statement.paidLeft(name, date(ends)),
  ended: ({ ends }, { copy, name, date }) => copy.statement.ended(name, date(ends)),
  unknown_plan: (_, { copy }) => copy.statement.unknownPlan,
  unknown_status: (_, { copy, name }) => copy.statement.unknownStatus(name),
};

function ofOwned({ use, payer }: Statement, { copy, name, date }: Saying): string {
  if (use.reason === 'purchased') return copy.dashboard.purchased(name, date(use.until));
  if (use.reason === 'granted') return copy.dashboard.granted(name, date(use.until));
  if (payer === 'organisation') return copy.standing.organisation(name);
  return use.until === null ? copy.standing.yoursName(name) : copy.dashboard.accessNote(name, date(use.until));
}

function ofDue({ use, next }: Statement, { copy: { statement: texts }, name, date, money }: Saying): string {
  const amount = next.kind === 'due' ? money(next.amount) : '';
  return use.usable && use.until !== null ? texts.dueBy(name, amount, date(use.until)) : texts.due(name, amount);
}

function ofRunning({ plan, next, ends }: Statement, { copy, name, ...words }: Saying): string {
  const { statement: texts, standing } = copy;
  if (ends !== null && next.kind !== 'charge') return standing.ends(name, words.date(ends));
  if (next.kind === 'uncollected') return standing.uncollected(name, words.date(next.at));
  if (next.kind === 'pauses') return texts.pauses(name, words.date(next.at));
  if (next.kind === 'late') return texts.late(name, words.date(next.at));
  if (next.kind === 'first') return standing.trialEnds(name, words.date(next.at), words.money(next.amount));
  if (next.kind !== 'charge') return standing.rests(name);
  const [at, price] = [words.date(next.at), words.money(next.amount)];
  const changes = () => {
    const said = texts.changes(name, words.planName(next.plan), at);
    return price ? `${said} ${texts.forMoney(price)}` : said;
  };
  const said = next.plan === plan ? standing.renews(name, at, price) : changes();
  return ends === null ? said : `${said} ${texts.endsOn(words.date(ends))}`;
}

/** The sentence in parts: facts, and what joins them. */
export function partsOf({ text, facts }: Sentence): { text: string; isFact: boolean }[] {
  const parts: { text: string; isFact: boolean }[] = [];
  let rest = text;
  while (rest) {
    const found = facts
      .map((fact) => ({ fact, at: rest.indexOf(fact) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.fact.length - a.fact.length)[0];
    if (!found) break;
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at), isFact: false });
    parts.push({ text: found.fact, isFact: true });
    rest = rest.slice(found.at + found.fact.length);
  }
  return rest ? [...parts, { text: rest, isFact: false }] : parts;
}
