import type { ChangePreview } from '../../../billing/subscriptions/changes/previewChange.ts';
import { type Findings, minorUnits } from './findings.ts';
import { type Account, type Memory, realityOf } from './model/books.ts';
import type { Said, Stated } from './said.ts';

/** What was said of a change before it was made. */
export interface Previewed {
  /** Our id of the subscription. */
  id: string;
  preview: ChangePreview;
  /** The bills of before, by their ids. */
  billed: ReadonlySet<string>;
}

interface Now {
  accounts: readonly Account[];
  memory: Memory;
  said: Said;
}

/** What a change was said to cost at once and from the next bill on, against what the company charged and now plans. */
export function comparePreviews(findings: Findings, previews: readonly Previewed[], now: Now): void {
  const stated: [string, Stated][] = [...now.said.statements, ...(now.said.organisation?.paid ?? [])];
  for (const { id, preview, billed } of previews) {
    const [providerId] = stated.find(([, { subscription }]) => subscription.id === id) ?? [];
    if (providerId) compareDueNow(findings, preview, chargedNow(now, providerId, billed));
    const next = nextIn(now, providerId);
    if (!next || next.kind === 'due' || next.kind === 'late' || next.kind === 'awaited') continue;
    findings.sameTime('previewed renewal', preview.nextAt, 'at' in next && next.kind !== 'pauses' ? next.at : null);
    findings.sameAmount('previewed next amount', preview.dueNext, 'amount' in next ? next.amount : 0);
  }
}

/** Of what the company tells beforehand, and of estimates, in minor units: each of two amounts is rounded. */
const ROUNDED = { told: 1, estimated: 2 };

function compareDueNow(findings: Findings, { dueNow, about }: ChangePreview, charged: number): void {
  const off = dueNow === null ? 0 : Math.abs(minorUnits(dueNow) - charged);
  const isNear = off <= (about ? ROUNDED.estimated : ROUNDED.told);
  findings.sameAmount('previewed charge', dueNow, isNear && dueNow !== null ? minorUnits(dueNow) : charged);
}

function chargedNow({ accounts }: Now, providerId: string, billed: ReadonlySet<string>): number {
  const bills = accounts.flatMap((account) => account.bills);
  const made = bills.filter(({ id, subscriptionId }) => subscriptionId === providerId && !billed.has(id));
  return made.reduce((sum, { amount }) => sum + amount, 0);
}

function nextIn({ accounts, memory }: Now, providerId: string | undefined) {
  for (const account of accounts) {
    const sold = account.subscriptions.find(({ id }) => id === providerId);
    if (sold) return realityOf(account, memory, sold).next;
  }
  return null;
}
