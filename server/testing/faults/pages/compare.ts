import {
  type Account,
  type Bill,
  DAY,
  isOver,
  type Memory,
  type Next,
  type Reality,
  rankOf,
  realityOf,
  timeOf,
} from './books.ts';
import type { Said, Stated } from './said.ts';

const TOLERANCE_MS = 3_000;

/** Of a decimal string of the sandbox's currency. */
export const minorUnits = (decimal: string): number => Math.round(Number(decimal) * 100);

/** The facts that were compared, and those that differ. */
export class Findings {
  comparisons = 0;
  readonly differences: string[] = [];
  /** Amounts that a page leaves open. */
  unsaid = 0;

  same(fact: string, said: unknown, books: unknown): void {
    this.comparisons += 1;
    if (said !== books) this.differences.push(`${fact}: the page says ${said}, the books ${books}`);
  }

  sameTime(fact: string, said: string | null, books: number | null): void {
    const isNear = said !== null && books !== null && Math.abs(Date.parse(said) - books) <= TOLERANCE_MS;
    this.same(fact, said, isNear ? said : books && new Date(books).toISOString());
  }

  sameAmount(fact: string, said: string | null, books: number): void {
    if (said === null) this.unsaid += 1;
    else this.same(fact, minorUnits(said), books);
  }
}

/** Everything that one person's pages say against the company's books. */
export function compare(account: Account, memory: Memory, said: Said): Findings {
  const findings = new Findings();
  const realities = account.subscriptions.map((sold) => realityOf(account, memory, sold));
  const best = bestOf(account, realities);
  compareAccess(findings, said, best);
  const live = account.subscriptions.filter((sold) => !isOver(sold));
  const shown = [...said.statements.keys()];
  if (live.length > 0) findings.same('live', `${shown.toSorted()}`, `${live.map(({ id }) => id).toSorted()}`);
  else findings.same('had before', shown.length, account.subscriptions.length > 0 ? 1 : 0);
  for (const [id, stated] of said.statements) {
    const reality = realities.find((each) => each.id === id);
    if (!reality) findings.same(`subscription ${id}`, 'there', 'nothing');
    else compareStatement(findings, stated, withOthers(reality, best));
  }
  comparePayments(findings, account, said);
  return findings;
}

interface Best {
  plan: string;
  reason: string;
  until: number | null;
}

/** What may be used: the highest plan, and of equal ones what lasts longest. */
function bestOf(
  account: Account,
  realities: readonly { gives: boolean; plan: string; reason: string; until: number | null }[],
): Best {
  const given: Best[] = realities.filter(({ gives }) => gives);
  const owned = ownedIn(account).filter(({ until }) => (until ?? 0) > account.now);
  const all = [...given, ...owned].toSorted((a, b) => rankOf(b.plan) - rankOf(a.plan) || lastOf(b) - lastOf(a));
  return all[0] ?? { plan: 'free', reason: '', until: null };
}

/** What renews lasts some days longer, until the news of it. */
const lastOf = ({ reason, until }: Best) => (until ?? 0) + (reason === 'active' || reason === 'trialing' ? 3 * DAY : 0);

/** One-time purchases: a year each, one after the other. */
function ownedIn({ bills, disputes }: Account): Best[] {
  const isBack = (bill: Bill) =>
    bill.refunded >= bill.amount ||
    disputes.some(({ invoiceId, status }) => invoiceId === bill.id && status === 'lost');
  const ends = new Map<string, number>();
  for (const bill of bills) {
    if (bill.reason !== 'purchase' || bill.status !== 'paid' || isBack(bill)) continue;
    const paidAt = timeOf(bill.paidAt ?? '');
    ends.set(bill.plan, Math.max(paidAt, ends.get(bill.plan) ?? 0) + 365 * DAY);
  }
  return [...ends].map(([plan, until]) => ({ plan, reason: 'purchased', until }));
}

function withOthers({ gives, ...own }: Omit<Reality, 'usable'> & { gives: boolean }, best: Best): Reality {
  if (gives || rankOf(best.plan) < rankOf(own.plan)) return { ...own, usable: gives };
  const kind = own.kind === 'no_access' ? 'otherwise' : own.kind;
  return { ...own, kind, usable: true, reason: best.reason, until: best.until };
}

function compareAccess(findings: Findings, { access, bare }: Said, best: Best): void {
  findings.same('may use', access.plan, best.plan);
  if (best.plan === 'free') findings.same('kind', bare?.kind ?? 'free', 'free');
  if (best.plan === 'free') return;
  findings.same('may use because', access.reason, best.reason);
  findings.sameTime('may use until', access.until, best.until);
  if (bare) {
    findings.same('kind', bare.kind, 'owned');
    findings.same('payer', bare.payer, best.reason === 'granted' ? 'nobody' : 'reader');
    findings.sameTime('ends', bare.ends, best.until);
    findings.same('next', bare.next.kind === 'unasked' ? 'none' : bare.next.kind, 'none');
  }
}

function compareStatement(findings: Findings, { statement, subscription }: Stated, books: Reality): void {
  if (books.kind !== 'otherwise') findings.same('kind', statement.kind, books.kind);
  findings.same('plan', statement.plan, books.plan);
  findings.same('usable', statement.use.usable, books.usable);
  if (books.reason !== 'not_live' && books.kind !== 'ended') findings.same('why', statement.use.reason, books.reason);
  if (books.usable) findings.sameTime('usable until', statement.use.until, books.until);
  findings.sameTime('ends', statement.ends, books.ends);
  findings.same('payer', statement.payer, 'reader');
  findings.same('next', statement.next.kind, books.next.kind);
  if (statement.next.kind === books.next.kind) compareNext(findings, { statement, subscription }, books.next);
}

function compareNext(findings: Findings, { statement: { next } }: Stated, books: Next): void {
  if (books.kind === 'none' || !('amount' in next)) return;
  findings.sameAmount('next amount', next.amount, books.amount);
  if ('since' in books && 'since' in next) findings.sameTime('owed since', next.since, books.since);
  if (!('plan' in next) || !('plan' in books)) return;
  findings.sameTime('next charge', next.at, books.at);
  const terms = `${books.plan} ${books.interval} ${books.quantity}`;
  findings.same('next plan', `${next.plan} ${next.interval} ${next.seats}`, terms);
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
