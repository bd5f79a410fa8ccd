import type { UsedSubscription } from '../../trpc.ts';

/** What a statement is made from. */
export type StatedSubscription = Pick<
  UsedSubscription,
  | 'id'
  | 'currency'
  | 'taxIncluded'
  | 'trialStart'
  | 'isRunning'
  | 'isLive'
  | 'isPlanKnown'
  | 'awaitsPayment'
  | 'paused'
  | 'collectionPaused'
  | 'plan'
  | 'seats'
  | 'amount'
  | 'amountKnown'
  | 'amountDiscounted'
  | 'discountUntil'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'cancelAt'
  | 'canceledAt'
  | 'endedAt'
  | 'trialEnd'
  | 'createdAt'
  | 'scheduledChange'
  | 'paid'
  | 'listPrice'
  | 'former'
  | 'use'
> & {
  /** A service that is newer than the page may say another one. */
  status: string;
};
