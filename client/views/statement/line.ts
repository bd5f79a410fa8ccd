import { comingOf } from './coming.ts';
import { pastOf, purchaseOf } from './past.ts';
import type { LinePoint, NowPoint, Records } from './points.ts';
import { nowOf } from './present.ts';
import type { Statement } from './statement.ts';

/** What was charged, where we are, what comes next, what ends. Empty: there is nothing to date. */
export function lineOf(statement: Statement, { subscription, payments, now }: Records): LinePoint[] {
  const past = subscription
    ? pastOf(statement, { subscription, payments, now })
    : purchaseOf(statement, { payments, now });
  const coming = comingOf(statement, { subscription, now });
  if (past.length + coming.length === 0) return [];
  return [...past, nowOf(statement, { subscription, now }), ...coming];
}

/** What a change of plan costs now and later, from its preview. */
export function lineOfChange({ preview, plan, seats, now }: Change): LinePoint[] {
  const { dueNow, dueNext, nextAt, effectiveAt, currency, about, taxIncluded } = preview;
  const isLater = effectiveAt === nextAt;
  const due = dueNow === null ? null : { amount: dueNow, currency, taxIncluded: taxIncluded.dueNow, about };
  const next = dueNext === null ? null : { amount: dueNext, currency, taxIncluded: taxIncluded.dueNext };
  const today: NowPoint = { place: 'now', kind: 'due', at: now.toISOString(), money: due, days: null, of: null };
  if (nextAt === null) return [today];
  const kind = isLater ? 'changes' : 'renews';
  return [today, { place: 'coming', kind, at: nextAt, money: next, plan, seats }];
}

interface Change {
  preview: {
    dueNow: string | null;
    dueNext: string | null;
    nextAt: string | null;
    effectiveAt: string;
    currency: string;
    about: boolean;
    taxIncluded: { dueNow: boolean | null; dueNext: boolean | null };
  };
  plan: string;
  seats: number;
  now: Date;
}

/** Between a checkout and the news of it. */
export const checkoutLine: readonly LinePoint[] = [
  { place: 'past', kind: 'checkout', at: null, money: null },
  { place: 'now', kind: 'confirming', at: null, money: null, days: null, of: null },
  { place: 'coming', kind: 'begins', at: null, money: null, plan: '', seats: 1 },
];
