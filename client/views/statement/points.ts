import type { PaymentView } from '../../trpc.ts';
import type { StatedSubscription } from './stated.ts';

/** `amount`: a decimal string, negative where it was given back. */
export interface PointMoney {
  amount: string;
  currency: string;
  /** false: tax comes on top. */
  taxIncluded: boolean | null;
  /** The provider works out the exact amount later. */
  about?: boolean;
}

/** `at`: ISO 8601; null: nobody knows the time. */
interface Dated {
  at: string | null;
  money: PointMoney | null;
}

export interface PastPoint extends Dated {
  place: 'past';
  kind: /** The period, where no charge for it is known. */
    | 'began'
    | 'trial'
    | 'paid'
    | 'bought'
    /** A bank debit. */
    | 'debit'
    | 'failed'
    | 'partly_refunded'
    | 'refunded'
    | 'disputed'
    /** The period ended, and no renewal is known. */
    | 'late'
    | 'paid_until'
    | 'ended'
    | 'checkout';
}

export interface NowPoint {
  place: 'now';
  kind: /** Day `days` of the `of` days of a period. */
    | 'day'
    /** `days` are left; null: it has no end. */
    | 'left'
    /** The same, without a payment; null: it is had otherwise. */
    | 'owed'
    | 'no_access'
    | 'resting'
    /** A bank debit is on its way. */
    | 'bank'
    | 'not_begun'
    | 'waiting'
    | 'over'
    | 'unknown'
    /** Charged as soon as a change is confirmed. */
    | 'due'
    | 'confirming';
  /** ISO 8601; null: right now, to the second. */
  at: string | null;
  money: PointMoney | null;
  days: number | null;
  of: number | null;
}

export interface ComingPoint extends Dated {
  place: 'coming';
  kind:
    | 'renews'
    | 'first'
    | 'changes'
    /** It can't be used until then. */
    | 'again'
    /** The provider was told to charge nothing. */
    | 'uncharged'
    | 'pauses'
    | 'ends'
    | 'begins';
  plan: string;
  seats: number;
}

/** Oldest first, with one of now. */
export type LinePoint = PastPoint | NowPoint | ComingPoint;

export type LinePayment = Pick<
  PaymentView,
  | 'subscriptionId'
  | 'type'
  | 'status'
  | 'amount'
  | 'amountRefunded'
  | 'currency'
  | 'plan'
  | 'periodEnd'
  | 'returnedAt'
  | 'createdAt'
>;

/** What a line is made from. */
export interface Records {
  /** null: somebody who has none. */
  subscription: StatedSubscription | null;
  /** Those of its owner, in any order; what is not among them is not said. */
  payments: readonly LinePayment[];
  now: Date;
}
