import type { Reminder } from '../../../billing/reminders/reminderOf.ts';
import { Findings, minorUnits } from './findings.ts';
import { type Best, bestOf, higherOf, NOTHING } from './model/best.ts';
import {
  type Account,
  type Bill,
  type Holder,
  isOver,
  type Memory,
  type Next,
  type Reality,
  rankOf,
  realityOf,
  timeOf,
} from './model/books.ts';
import { type Reminded, reminderIn } from './model/reminders.ts';
import type { Said, Stated } from './said.ts';

/** Everything that one person's pages say against the company's books. */
export function compare(account: Holder, memory: Memory, said: Said): Findings {
  const findings = new Findings();
  const own = realitiesOf(account, memory);
  const { organisation } = account;
  const theirs = organisation ? bestOf(organisation, realitiesOf(organisation, memory)) : NOTHING;
  const best = higherOf([bestOf(account, own), theirs]);
  compareAccess(findings, said, { ...best, through: best === theirs ? 'organisation' : 'self' });
  const live = liveIn(account);
  const shown = [...said.statements.keys()];
  if (live.length > 0) findings.same('live', `${shown.toSorted()}`, `${live}`);
  else findings.same('had before', shown.length, account.subscriptions.length > 0 ? 1 : 0);
  for (const [id, stated] of said.statements) {
    const reality = own.find((each) => each.id === id);
    if (!reality) findings.same(`subscription ${id}`, 'there', 'nothing');
    else compareStatement(findings, stated, { ...withOthers(reality, best), payer: 'reader' });
  }
  for (const sold of account.subscriptions) {
    const reminder = said.reminders.get(sold.id);
    if (reminder !== undefined) compareReminder(findings, reminder, reminderIn(account, memory, sold));
  }
  comparePayments(findings, account, said);
  compareOrganisation(findings, { account, memory, said });
  return findings;
}

const realitiesOf = (account: Account, memory: Memory) =>
  account.subscriptions.map((sold) => realityOf(account, memory, sold));

const liveIn = ({ subscriptions }: Account) =>
  subscriptions
    .filter((sold) => !isOver(sold))
    .map(({ id }) => id)
    .toSorted();

/** Members read what it has; who pays for it, also what it costs. */
function compareOrganisation(
  findings: Findings,
  { account, memory, said }: { account: Holder; memory: Memory; said: Said },
): void {
  const { organisation, isPayer } = account;
  findings.same('organisation', said.organisation !== null, organisation !== null);
  if (!said.organisation || !organisation) return;
  const realities = realitiesOf(organisation, memory);
  const best = bestOf(organisation, realities);
  findings.same('the organisation has', said.organisation.used ?? 'free', best.plan);
  findings.same(
    'it pays for',
    `${[...said.organisation.paid.keys()].toSorted()}`,
    `${isPayer ? liveIn(organisation) : []}`,
  );
  for (const [id, stated] of said.organisation.paid) {
    const reality = realities.find((each) => each.id === id);
    if (reality) compareStatement(findings, stated, { ...withOthers(reality, best), payer: 'organisation' });
  }
}

function withOthers({ gives, ...own }: Omit<Reality, 'usable'> & { gives: boolean }, best: Best): Reality {
  if (gives || rankOf(best.plan) < rankOf(own.plan)) return { ...own, usable: gives };
  const kind = own.kind === 'no_access' ? 'otherwise' : own.kind;
  return { ...own, kind, usable: true, reason: best.reason, until: best.until };
}

interface Held extends Best {
  through: 'self' | 'organisation';
}

function compareAccess(findings: Findings, { access, bare }: Said, best: Held): void {
  findings.same('may use', access.plan, best.plan);
  if (best.plan === 'free') findings.same('kind', bare?.kind ?? 'free', 'free');
  if (best.plan === 'free') return;
  findings.same('may use because', access.reason, best.reason);
  findings.sameTime('may use until', access.until, best.until);
  if (bare) {
    findings.same('kind', bare.kind, 'owned');
    const isShared = best.through === 'organisation';
    const own = best.reason === 'granted' ? 'nobody' : 'reader';
    findings.same('payer', bare.payer, isShared ? 'organisation' : own);
    findings.sameTime('ends', bare.ends, isShared ? null : best.until);
    findings.same('next', bare.next.kind === 'unasked' ? 'none' : bare.next.kind, 'none');
  }
}

interface Paid extends Reality {
  payer: 'reader' | 'organisation';
}

function compareStatement(findings: Findings, { statement }: Stated, books: Paid): void {
  if (books.kind !== 'otherwise') findings.same('kind', statement.kind, books.kind);
  findings.same('plan', statement.plan, books.plan);
  findings.same('usable', statement.use.usable, books.usable);
  if (books.reason !== 'not_live' && books.kind !== 'ended') findings.same('why', statement.use.reason, books.reason);
  if (books.usable) findings.sameTime('usable until', statement.use.until, books.until);
  findings.sameTime('ends', statement.ends, books.ends);
  findings.same('payer', statement.payer, books.payer);
  findings.same('next', statement.next.kind, books.next.kind);
  if (statement.next.kind === books.next.kind) compareNext(findings, { statement }, books.next);
}

function compareNext(findings: Findings, { statement: { next } }: Pick<Stated, 'statement'>, books: Next): void {
  if (books.kind === 'pauses' && next.kind === 'pauses') findings.sameTime('pauses', next.at, books.at);
  if (!('amount' in books) || !('amount' in next)) return;
  findings.sameAmount('next amount', next.amount, books.amount);
  if ('since' in books && 'since' in next) findings.sameTime('owed since', next.since, books.since);
  if (!('plan' in next) || !('plan' in books)) return;
  findings.sameTime('next charge', next.at, books.at);
  const terms = `${books.plan} ${books.interval} ${books.quantity}`;
  findings.same('next plan', `${next.plan} ${next.interval} ${next.seats}`, terms);
}

function compareReminder(findings: Findings, said: Reminder | null, books: Reminded | null): void {
  findings.same('a mail before the charge', said?.kind, books?.kind);
  if (!said || !books) return;
  findings.sameTime('mailed charge', said.chargeAt.toISOString(), books.at);
  findings.same('mailed plan', `${said.next.plan} ${said.next.interval}`, `${books.plan} ${books.interval}`);
  findings.sameAmount('mailed amount', said.next.amount, books.amount);
}

/** Newest first, by when they were paid or first failed. */
function comparePayments(findings: Findings, account: Account, { payments }: Said): void {
  const moved = account.bills.filter(
    ({ amount, attempts, status }) => amount > 0 && (attempts > 0 || status === 'paid'),
  );
  const rows = moved
    .toSorted((a, b) => whenOf(b) - whenOf(a))
    .map((bill) => `${bill.amount} ${bill.refunded + lostOf(bill, account)} ${statusOf(bill, account)}`);
  const shown = payments.map(
    ({ amount, amountRefunded, status }) => `${minorUnits(amount)} ${minorUnits(amountRefunded)} ${status}`,
  );
  findings.same('payments', `${shown}`, `${rows}`);
}

const whenOf = ({ paidAt, createdAt }: Bill) => timeOf(paidAt ?? createdAt);

const disputeOf = ({ id }: Bill, { disputes }: Account) => disputes.find(({ invoiceId }) => invoiceId === id);

/** What a bank took back counts as refunded. */
function lostOf(bill: Bill, account: Account): number {
  const dispute = disputeOf(bill, account);
  return dispute?.status === 'lost' ? dispute.amount : 0;
}

function statusOf(bill: Bill, account: Account): string {
  if (bill.status !== 'paid') return 'failed';
  const dispute = disputeOf(bill, account);
  if (dispute && dispute.status !== 'won') return 'disputed';
  if (bill.refunded === 0) return 'succeeded';
  return bill.refunded >= bill.amount ? 'refunded' : 'partially_refunded';
}
