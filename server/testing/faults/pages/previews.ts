import type { ChangePreview } from '../../../billing/subscriptions/changes/previewChange.ts';
import type { Findings } from './findings.ts';
import { type Account, type Memory, realityOf } from './model/books.ts';
import type { Said, Stated } from './said.ts';

/** What was said of a change before it was made. */
export interface Previewed {
  /** Our id of the subscription. */
  id: string;
  preview: ChangePreview;
}

interface Now {
  accounts: readonly Account[];
  memory: Memory;
  said: Said;
}

/** What a change was said to cost from the next bill on, against what the company now plans. */
export function comparePreviews(findings: Findings, previews: readonly Previewed[], now: Now): void {
  const stated: [string, Stated][] = [...now.said.statements, ...(now.said.organisation?.paid ?? [])];
  for (const { id, preview } of previews) {
    const [providerId] = stated.find(([, { subscription }]) => subscription.id === id) ?? [];
    const next = nextIn(now, providerId);
    if (!next || next.kind === 'due' || next.kind === 'late' || next.kind === 'awaited') continue;
    findings.sameTime('previewed renewal', preview.nextAt, 'at' in next && next.kind !== 'pauses' ? next.at : null);
    findings.sameAmount('previewed next amount', preview.dueNext, 'amount' in next ? next.amount : 0);
  }
}

function nextIn({ accounts, memory }: Now, providerId: string | undefined) {
  for (const account of accounts) {
    const sold = account.subscriptions.find(({ id }) => id === providerId);
    if (sold) return realityOf(account, memory, sold).next;
  }
  return null;
}
