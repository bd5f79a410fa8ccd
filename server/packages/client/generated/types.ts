/** Generated from the OpenAPI document: `npm run build:packages`. */

export interface SignUpRequest {
  name: string;
  email: string;
  password: string;
}

export interface SignInRequest {
  email: string;
  password: string;
}

export interface CheckoutRequest {
  plan: string;
  interval?: 'month' | 'year' | 'one_time';
  /** Seats; absent: the fewest that the plan is sold with */
  quantity?: number;
  successUrl?: string;
  cancelUrl?: string;
}

export interface PortalRequest {
  returnUrl?: string;
}

export type ChangeRequest = {
  /** A plan that is sold */
  plan: string;
  /** Absent: the subscription's own */
  interval?: 'month' | 'year';
  /** Our id of the subscription, for users who have several; absent: the live one with the latest `updatedAt` */
  subscriptionId?: string;
  /** Seats; absent: the subscription's own */
  quantity?: number;
  /** The preview's, so that what it said is charged; it holds for 15 minutes */
  prorationDate?: string;
} | {
  kind: 'cancel_at_period_end' | 'cancel_now' | 'resume' | 'pause' | 'unpause' | 'undo';
  /** Our id of the subscription, for users who have several; absent: the live one with the latest `updatedAt` */
  subscriptionId?: string;
};

export interface EmbedRequest {
  /** The host app's, one of `EMBED_ORIGINS`; default: the service's own */
  origin?: string;
  /** `read`; `buy`: also checkouts and the portal; `change`: also plan changes and their preview */
  can?: 'read' | 'buy' | 'change';
}

export type Timestamp = string;

export type Decimal = string;

export interface SubscriptionDetails {
  id: string;
  userId: string;
  /** Our own customer record; empty while none is known */
  customerId: string;
  provider: 'alpha' | 'beta' | 'gamma';
  providerSubscriptionId: string;
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'incomplete' | 'deleted';
  /** A name of the plans file, or `unknown` */
  plan: string;
  /** `month` or `year` */
  interval: string;
  /** Decimal in the currency's own scale: 9.90 USD, 990 JPY, 0.990 KWD */
  amount: Decimal;
  /** false: the provider tells no single amount; `amount` is what the last invoice billed */
  amountKnown: boolean;
  /** Lower-case currency code */
  currency: string;
  currentPeriodStart: Timestamp;
  currentPeriodEnd: Timestamp;
  cancelAtPeriodEnd: boolean;
  canceledAt: Timestamp | null;
  trialStart: Timestamp | null;
  trialEnd: Timestamp | null;
  createdAt: Timestamp;
  /** Set by every applied webhook */
  updatedAt: Timestamp;
  paused: boolean;
  /** Bought, and paid for */
  seats: number;
  /** true: it goes on, and the provider charges nothing for the next period */
  collectionPaused: boolean;
  /** What discounts take off every bill, or took off the last one where the amount is not known; null: nothing */
  amountDiscounted: Decimal | null;
  /** Until when; null: no end is told */
  discountUntil: Timestamp | null;
  /** Whether `amount` holds the tax; null: there is none, or nobody says */
  taxIncluded: boolean | null;
  /** What was asked for and waits for the end of the period */
  scheduledChange: {
    kind: 'plan' | 'pause';
    plan: string;
    interval: string;
    seats: number;
    /** Charged for a period from then on; null: nothing, or not known */
    amount: Decimal | null;
    /** When it takes effect */
    at: Timestamp;
    /** true: the subscription changed meanwhile, so this will not come */
    lapsed: boolean;
  } | null;
}

export interface Access {
  userId: string;
  /** A name of the plans file */
  plan: string;
  /** `active`: A subscription runs and is paid. `trialing`: A trial runs. `past_due_grace`: A payment failed; access lasts for the days of grace (`past_due_days` of the plans file). `canceled`: The subscription was canceled; access lasts until its paid end. `purchased`: A one-time plan was bought. `granted`: An operator gave the plan. `paused`: The subscription is paused. `unknown_plan_grace`: The provider names a price of no known plan; access lasts for some days, until somebody classifies it. `past_due_expired`: A payment failed, and the days of grace are over. `refunded`: What was paid was given back. `disputed`: The payment is disputed at the bank. `period_over`: The paid time is over, and no renewal was reported. `unknown_plan`: The provider names a price of no known plan. `not_live`: There was a subscription, and it ended. `none`: Nothing was ever bought. */
  reason: 'active' | 'trialing' | 'past_due_grace' | 'canceled' | 'purchased' | 'granted' | 'paused' | 'unknown_plan_grace' | 'past_due_expired' | 'refunded' | 'disputed' | 'period_over' | 'unknown_plan' | 'not_live' | 'none';
  /** Until when it is paid or tried; null for `free`, and where there is no end. Access may last longer: `endsAt` */
  until: Timestamp | null;
  /** When this answer ends or changes by time alone, days of grace and of a late renewal included: ask again then. null: it does not end by time alone; an event may still change it */
  endsAt: Timestamp | null;
  /** As in the plans file: `true`, or the limit */
  features: Record<string, true | number>;
  /** How many people may use it: the seats that are paid for; null: any number */
  seats: number | null;
  asOf: Timestamp;
}

export interface AccessChange {
  cursor: string;
  userId: string;
  /** When the last change was written */
  at: Timestamp;
  /** As of now, not as of the change */
  access: Access;
}

export interface Payment {
  id: string;
  userId: string;
  customerId: string;
  subscriptionId: string;
  provider: string;
  providerPaymentId: string;
  type: 'subscription' | 'one_time';
  status: 'succeeded' | 'failed' | 'refunded' | 'partially_refunded' | 'disputed';
  amount: Decimal;
  amountRefunded: Decimal;
  /** What discounts took off; null: nothing, as far as is known */
  amountDiscounted: Decimal | null;
  currency: string;
  description: string;
  /** What was bought: a name of the plans file, or `unknown`; null: not told */
  plan: string | null;
  /** The provider's */
  priceId: string | null;
  /** What it pays for; null: no period, or not told */
  periodStart: Timestamp | null;
  periodEnd: Timestamp | null;
  invoiceUrl: string | null;
  receiptUrl: string | null;
  /** Where its payer confirms it, while their bank asks; else null */
  actionUrl: string | null;
  /** Of one that failed: it is asked for no more */
  writtenOff: 'voided' | 'uncollectible' | null;
  /** When it was last refunded or disputed; null: it is not, or not told */
  returnedAt: Timestamp | null;
  /** When it was paid, or first failed */
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface Plan {
  name: string;
  purchasable: boolean;
  popular: boolean;
  texts: {
    en: {
      name: string;
      lead?: string;
    };
    de?: {
      name: string;
      lead?: string;
    };
  };
  prices: {
    /** A decimal string; null: not on sale */
    month: string | null;
    /** A decimal string; null: not on sale */
    year: string | null;
    /** A decimal string; null: not on sale */
    one_time: string | null;
  };
  /** For each price. false: the provider adds the tax; null: no tax, or unknown */
  taxIncluded: {
    month: boolean | null;
    year: boolean | null;
    one_time: boolean | null;
  };
  yearlySavingPercent: number | null;
  trialDays: number;
  seats: {
    min: number;
    /** null: any number */
    max: number | null;
  };
  features: {
    key: string;
    /** null: without a limit */
    limit: number | null;
    texts: {
      en: string;
      de?: string;
    };
  }[];
}

export interface Subscription {
  id: string;
  userId: string;
  /** Our own customer record; empty while none is known */
  customerId: string;
  provider: 'alpha' | 'beta' | 'gamma';
  providerSubscriptionId: string;
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'incomplete' | 'deleted';
  /** A name of the plans file, or `unknown` */
  plan: string;
  /** `month` or `year` */
  interval: string;
  /** Decimal in the currency's own scale: 9.90 USD, 990 JPY, 0.990 KWD */
  amount: Decimal;
  /** Only where the provider tells no single amount: `amount` is then what the last invoice billed, else 0.00 */
  amountKnown?: false;
  /** Lower-case currency code */
  currency: string;
  currentPeriodStart: Timestamp;
  currentPeriodEnd: Timestamp;
  cancelAtPeriodEnd: boolean;
  canceledAt: Timestamp | null;
  trialStart: Timestamp | null;
  trialEnd: Timestamp | null;
  createdAt: Timestamp;
  /** Set by every applied webhook */
  updatedAt: Timestamp;
  /** Only where it is paused: `incomplete` then tells of no unfinished payment */
  paused?: true;
}

export interface Error {
  error: string;
}

export interface AccountError {
  error: string;
  /** For programs, such as `PASSWORD_TOO_COMMON` */
  code?: string;
  message?: string;
}

export interface SignedIn {
  user: {
    id: string;
    email: string;
    emailVerified: boolean;
  };
}

export interface PublicKeys {
  keys: {
    kty: string;
    kid: string;
    alg: string;
  }[];
}

export interface ChangeConflict {
  error: 'Plan change not possible';
  conflict: {
    /** `ending`: The subscription is set to end on (`until`). Resume it first, then change it. `past_due`: A payment is due. Pay it first (the portal has it), then change the plan; canceling is possible now. `paused`: The subscription is paused. Continue it first (`unpause`). `not_ending`: The subscription is not set to end, so there is nothing to resume. `not_paused`: The subscription is not paused, so there is nothing to continue. `nothing_scheduled`: No change is scheduled, so there is nothing to take back. `pause_scheduled`: A pause is already scheduled for (`until`). `same_plan`: The subscription already has this plan, interval and number of seats. `not_sold`: This plan is not sold at this interval. Choose another of the plans on sale. `unknown_plan`: The provider reports a price of no known plan, so no change has a known cost. Ask support. `not_by_seats`: The price is not per seat: send no number of seats other than 1. `plan_with_seats`: The provider changes plan and seats one after the other. Send two changes. `shorter_interval`: The provider can't schedule this change. Cancel at the end of the period, and buy the other plan after (`until`). `preview_expired`: The preview no longer holds. Ask for a new one, and send its date along. `scheduled_elsewhere`: Somebody else scheduled changes of the subscription at the provider. Canceling is possible; ask support for another change. `provider_refused`: The provider refused the change, and nothing was changed. Try again later, or ask support. */
    reason: 'ending' | 'past_due' | 'paused' | 'not_ending' | 'not_paused' | 'nothing_scheduled' | 'pause_scheduled' | 'same_plan' | 'not_sold' | 'unknown_plan' | 'not_by_seats' | 'plan_with_seats' | 'shorter_interval' | 'preview_expired' | 'scheduled_elsewhere' | 'provider_refused';
    /** When it stops being so by itself; null: it doesn't */
    until: Timestamp | null;
    /** What to do instead */
    message: string;
  };
}

export interface CheckoutSession {
  url: string;
  sessionId: string;
}

export interface SubscriptionAnswer {
  /** The user's subscription with the latest `updatedAt`; null: none */
  subscription: Subscription | null;
}

export interface SubscriptionList {
  subscriptions: SubscriptionDetails[];
}

export interface ChangedSubscription {
  subscription: SubscriptionDetails;
}

export interface AccessAnswer {
  access: Access;
  token: string;
}

export interface EmbedToken {
  /** Shown as `Authorization: Bearer` by a page */
  token: string;
  expiresAt: Timestamp;
}

export interface ChangesPage {
  changes: AccessChange[];
  /** `after` of the next call */
  cursor: string;
}

export interface PaymentPage {
  payments: Payment[];
  cursor: string | null;
}

export interface PlanList {
  /** false: nothing can be bought at the moment, and each checkout is 500 */
  selling: boolean;
  currency: string;
  /** Days of a one-time purchase; null: forever */
  oneTimeDays: number | null;
  /** true: a paused plan can be used all the same */
  pauseKeepsAccess: boolean;
  plans: Plan[];
  /** Rows that compare plans, features from the least to the most; others have a row of their own */
  compare: {
    en: string;
    de?: string;
    features: string[];
  }[];
  names: Record<string, {
    en: string;
    de?: string;
  }>;
}

export interface ChangePreview {
  /** Charged at once; null: the provider says it only with the bill, since a discount is taken off it, or it is in another currency than the prices here */
  dueNow: Decimal | null;
  /** Charged at `nextAt`; null: as with `dueNow` */
  dueNext: Decimal | null;
  currency: string;
  /** When the change takes effect */
  effectiveAt: Timestamp;
  /** The next renewal; null: there is none */
  nextAt: Timestamp | null;
  /** true: the provider tells no amounts beforehand, and `dueNow` is our estimate */
  about: boolean;
  /** false: the provider adds the tax to it; null: there is none, or nobody says */
  taxIncluded: {
    dueNow: boolean | null;
    dueNext: boolean | null;
  };
  /** What becomes of the paid rest of the period: `credited` deducts it from the next invoice; null: it goes on as it is */
  paidTime: 'kept' | 'credited' | 'lost' | null;
  /** The scheduled change that this one drops; `elsewhere`: what others scheduled at the provider, which a `resume` restores; null: there is none */
  replaces: 'plan' | 'pause' | 'elsewhere' | null;
  /** To be sent along with the change, so that this is what it costs */
  prorationDate: Timestamp | null;
}

export interface PortalSession {
  url: string;
}

export interface Received {
  received: true;
}

export interface Health {
  process: 'starting' | 'up' | 'stopping';
  /** `full`: its disk is full */
  database: 'up' | 'down' | 'read-only' | 'full';
  migrations: 'applied' | 'missing' | 'newer' | null;
  /** Ties that wait for a provider snapshot */
  refetches: {
    waiting: number;
    oldestSeconds: number;
  } | null;
  /** off: nothing can be bought (`SELLING=off`) */
  selling: 'on' | 'off';
  /** Of the service that answers */
  version: string;
}

export interface Live {
  process: 'up';
}
