import { z } from 'zod';
import { type Standing, toldStatuses } from '../../adapters/adapter.ts';
import type { Prisma } from '../../database/client.ts';
import type { Subscription as Row } from '../../database/generated/client.ts';
import { type Column, inList, type RowOf } from './columns.ts';
import { decimal, timestamp, viewOf } from './view.ts';

/** The specification's five, and `deleted`, for which it has no name. The database holds the same list. */
export const subscriptionStatuses = [...toldStatuses, 'deleted'] as const;
export type RecordStatus = (typeof subscriptionStatuses)[number];

/** Statuses that a subscription never leaves. */
export const endedStatuses = ['canceled', 'deleted'] as const satisfies RecordStatus[];
const runningStatuses = ['active', 'trialing'] as const satisfies RecordStatus[];
const liveStatuses = [...runningStatuses, 'past_due'] as const satisfies RecordStatus[];
/** A paused subscription; the specification has no status of its own for it. */
const PAUSED = { status: 'incomplete', standing: 'paused' } as const satisfies State & { standing: Standing };

interface State {
  status: string;
  standing: string;
}

export function hasEnded(status: string | undefined): boolean {
  return endedStatuses.some((ended) => ended === status);
}

/** It is in its trial, or paid for. */
export function isRunning(status: string | undefined): boolean {
  return runningStatuses.some((running) => running === status);
}

export function isPaused({ status, standing }: State): boolean {
  return status === PAUSED.status && standing === PAUSED.standing;
}

/** It goes on, and nothing is charged for its next period. */
export function isCollectionPaused({ status, standing }: State): boolean {
  return status === 'active' && standing === PAUSED.standing;
}

/** Its first payment has not arrived yet: bank debits take days. */
export function awaitsPayment(state: State): boolean {
  return state.status === PAUSED.status && !isPaused(state);
}

/** `awaitsPayment` for Prisma. */
export const AWAITS_PAYMENT = {
  status: PAUSED.status,
  standing: { not: PAUSED.standing },
} satisfies Prisma.SubscriptionWhereInput;

/** It is active, past due or paused: a second purchase would charge twice. */
export function isLive(state: State): boolean {
  return isPaused(state) || liveStatuses.some((live) => live === state.status);
}

/** By `updatedAt`. */
export function newestFirst(a: Pick<Row, 'updatedAt'>, b: Pick<Row, 'updatedAt'>): number {
  return b.updatedAt.getTime() - a.updatedAt.getTime();
}

interface Planned {
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodEnd: Date;
}

/** Its scheduled end has passed. */
export function hasRunOut({ cancelAtPeriodEnd, cancelAt, currentPeriodEnd }: Planned, now: Date): boolean {
  const end = cancelAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
  return end !== null && end <= now;
}

/**
 * When it ended; null: it has not. `canceledAt` is when that was asked for: providers keep it when the time comes, or
 * when the end comes sooner after all.
 */
export function endOf({ status, canceledAt, currentPeriodEnd, lastEventAt }: Ended): Date | null {
  if (!hasEnded(status)) return null;
  const last = lastEventAt ?? canceledAt;
  if (canceledAt === null || last === null || last <= canceledAt) return canceledAt ?? currentPeriodEnd;
  const isBefore = canceledAt < currentPeriodEnd;
  return isBefore && last >= currentPeriodEnd ? currentPeriodEnd : last;
}

type Ended = Pick<Row, 'status' | 'canceledAt' | 'currentPeriodEnd' | 'lastEventAt'>;

/** `isLive` for Prisma. */
export const LIVE = { OR: [{ status: { in: [...liveStatuses] } }, PAUSED] } satisfies Prisma.SubscriptionWhereInput;

/** `isLive` in SQL. */
export const liveInSql = (alias: string) => `(${alias}.status IN ${inList(liveStatuses)}
  OR ${alias}.status = '${PAUSED.status}' AND ${alias}.standing = '${PAUSED.standing}')`;

export const subscriptionColumns = {
  id: 'text',
  userId: 'text',
  customerId: 'text null',
  provider: 'text',
  providerSubscriptionId: 'text',
  status: 'text',
  plan: 'text',
  interval: 'text',
  amount: 'text',
  currency: 'text',
  amountKnown: 'bool',
  amountDiscounted: 'text null',
  discountUntil: 'timestamptz null',
  taxIncluded: 'bool null',
  currentPeriodStart: 'timestamptz',
  currentPeriodEnd: 'timestamptz',
  cancelAtPeriodEnd: 'bool',
  cancelAt: 'timestamptz null',
  canceledAt: 'timestamptz null',
  trialStart: 'timestamptz null',
  trialEnd: 'timestamptz null',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  standing: 'text',
  reportedStatus: 'text null',
  nativeStatus: 'text null',
  priceId: 'text null',
  quantity: 'int null',
  paymentFailedAt: 'timestamptz null',
  grantedPlan: 'text null',
  grantedAt: 'timestamptz null',
  unknownSince: 'timestamptz null',
  scheduledChange: 'jsonb null',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  lastEventId: 'text null',
  version: 'int',
} as const satisfies Record<keyof Row, Column>;

/** A plan that a user pays for. */
export type Subscription = RowOf<typeof subscriptionColumns, { status: RecordStatus; standing: Standing }>;

/** As the specification shows it: amounts as decimal strings, timestamps in ISO 8601. */
export const subscriptionView = z.object({
  id: z.string(),
  userId: z.string(),
  customerId: z.string().describe('Our own customer record; empty while none is known'),
  provider: z.string(),
  providerSubscriptionId: z.string(),
  status: z.enum(subscriptionStatuses),
  plan: z.string().describe('A name of the plans file, or `unknown`'),
  interval: z.string().describe('`month` or `year`'),
  amount: decimal.describe("Decimal in the currency's own scale: 9.90 USD, 990 JPY, 0.990 KWD"),
  amountKnown: z
    .literal(false)
    .optional()
    .describe(
      'Only where the provider tells no single amount: `amount` is then what the last invoice billed, else 0.00',
    ),
  currency: z.string().describe('Lower-case currency code'),
  currentPeriodStart: timestamp,
  currentPeriodEnd: timestamp,
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: timestamp.nullable(),
  trialStart: timestamp.nullable(),
  trialEnd: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp.describe('Set by every applied webhook'),
  paused: z
    .literal(true)
    .optional()
    .describe('Only where it is paused: `incomplete` then tells of no unfinished payment'),
});
/** The specification's fields; `paused` and `amountKnown: false` are added only where they apply. */
export type SubscriptionView = z.infer<typeof subscriptionView>;

const shown = viewOf(subscriptionView.omit({ paused: true, amountKnown: true }));
type Shown = Parameters<typeof shown>[0] & State & Pick<Row, 'amountKnown'>;

export function toSubscriptionView(row: Shown): SubscriptionView {
  return {
    ...shown(row),
    ...(row.amountKnown ? {} : { amountKnown: false }),
    ...(isPaused(row) ? { paused: true } : {}),
  };
}

/** Shown in place of a number everywhere. */
export const AMOUNT_NOT_KNOWN = 'not known';

/** The price of a period, or else the last invoice's total; null: unknown, and nothing was billed yet. */
export function amountTold({ amount, amountKnown }: Pick<Row, 'amount' | 'amountKnown'>): string | null {
  return amountKnown || Number(amount) > 0 ? amount : null;
}

/** The columns that people see change; the others are bookkeeping. */
const SEEN = [
  ...subscriptionView
    .omit({ id: true, userId: true, customerId: true, provider: true, providerSubscriptionId: true })
    .omit({ paused: true, createdAt: true, updatedAt: true })
    .keyof().options,
  ...(['quantity', 'cancelAt', 'amountDiscounted', 'discountUntil', 'taxIncluded'] as const),
];

export function showsTheSame(a: Subscription, b: Subscription): boolean {
  const isAlike = isPaused(a) === isPaused(b) && isCollectionPaused(a) === isCollectionPaused(b);
  return isAlike && SEEN.every((name) => a[name] === b[name]);
}
