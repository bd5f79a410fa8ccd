import type { DisputeStatus } from '../records/payment.ts';
import type { UnknownPlanSource } from './unknownPlan.ts';

/** What became of the payments of a running period. */
export interface PeriodMoney {
  /** What was given back of all that was paid; what a lost dispute took is not counted. */
  refund: 'none' | 'partial' | 'full';
  /** The worst. */
  dispute: DisputeStatus | null;
  /** The first time that something was paid. */
  paidAt: Date | null;
  /** The first failure of what is still unpaid. */
  failedAt: Date | null;
}

export interface SubscriptionSource extends UnknownPlanSource {
  kind: 'subscription';
  status: string;
  nativeStatus: string | null;
  /** Of the running period. */
  startsAt: Date;
  endsAt: Date;
  cancelAtPeriodEnd: boolean;
  trialEnd: Date | null;
  /** Seats that are paid for; null: the company tells none. */
  quantity: number | null;
  /** When the company told this last, by its clock. */
  toldAt: Date | null;
  /** null: nothing of it bears on access. */
  money: PeriodMoney | null;
}

/** A one-time purchase. */
export interface PurchaseSource {
  kind: 'purchase';
  plan: string;
  /** When it was paid. */
  startsAt: Date;
  /** 0: for ever. */
  days: number;
  money: Pick<PeriodMoney, 'refund' | 'dispute'>;
}

/** What an operator gave, and nobody took back. */
export interface GrantSource {
  kind: 'grant';
  plan: string;
  /** null: for ever. */
  endsAt: Date | null;
}

/** A record that may give a plan. */
export type AccessSource = SubscriptionSource | PurchaseSource | GrantSource;
