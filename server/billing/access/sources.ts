import type { DisputeStatus } from '../records/payment.ts';
import type { UnknownPlanSource } from './unknownPlan.ts';

/** The payments of the current period. */
export interface PeriodMoney {
  /** The refunded share of everything paid; amounts lost in disputes are not included. */
  refund: 'none' | 'partial' | 'full';
  /** The worst state of them. */
  dispute: DisputeStatus | null;
  /** When something was first paid; null also if something had failed before, even if it was written off since. */
  paidAt: Date | null;
  /** The first failure of what is still owed; if everything that failed was written off, the first of those. */
  failedAt: Date | null;
}

export interface SubscriptionSource extends UnknownPlanSource {
  kind: 'subscription';
  status: string;
  nativeStatus: string | null;
  /** Of the current period. */
  startsAt: Date;
  endsAt: Date;
  cancelAtPeriodEnd: boolean;
  trialEnd: Date | null;
  /** Paid seats; null: the provider gives no number. */
  quantity: number | null;
  /** The provider's time of the last event. */
  toldAt: Date | null;
  /** null: no payment affects access. */
  money: PeriodMoney | null;
}

/** A one-time purchase. */
export interface PurchaseSource {
  kind: 'purchase';
  plan: string;
  /** When it was paid. */
  startsAt: Date;
  /** 0: no end. */
  days: number;
  money: Pick<PeriodMoney, 'refund' | 'dispute'>;
}

/** A grant by an operator that was not revoked. */
export interface GrantSource {
  kind: 'grant';
  plan: string;
  /** null: no end. */
  endsAt: Date | null;
}

/** A record that may grant a plan. */
export type AccessSource = SubscriptionSource | PurchaseSource | GrantSource;
