import type { Prisma } from '../../database/client.ts';
import { LIVE, liveInSql } from './subscription.ts';

/** The states of a second live subscription. The database holds the same list. */
export const duplicateStates = ['reported', 'held', 'ending', 'refunding', 'done', 'closed'] as const;

/** The states of a charge made after its payer's account was deleted. The database holds the same list. */
export const lateChargeStates = ['found', 'held', 'refunding', 'done', 'reported'] as const;

/** Why a person must decide. */
export type ReportReason =
  | 'not bought on a page that another replaced'
  | 'DUPLICATES=report'
  | 'not active or trialing'
  | 'more than one charge'
  | 'older than three days'
  | 'its charge is not settled'
  | 'disputed'
  | 'refunded before'
  | 'more than three in 30 days'
  | 'the provider does not tell'
  | 'the other one ended meanwhile';

/** It is live and not set to end, so it will be charged again. */
export const RENEWS = { ...LIVE, cancelAtPeriodEnd: false, cancelAt: null } satisfies Prisma.SubscriptionWhereInput;

export const renewsInSql = (alias: string) =>
  `(${liveInSql(alias)} AND NOT ${alias}."cancelAtPeriodEnd" AND ${alias}."cancelAt" IS NULL)`;
