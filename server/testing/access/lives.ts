import fc from 'fast-check';

/** Random records of users, drawn from few values: facts that affect access often coincide. Times are milliseconds. */
export interface Life {
  subscriptions: LivedSubscription[];
  purchases: LivedPurchase[];
  grants: LivedGrant[];
}

/** `days` null: it grants nothing; 0: for ever. */
export interface LivedPurchase extends LivedPayment {
  plan: string;
  days: number | null;
}

export interface LivedGrant {
  plan: string;
  until: number | null;
  isRevoked: boolean;
}

export interface LivedSubscription {
  status: string;
  standing: 'running' | 'paused' | 'over';
  plan: string;
  startsAt: number;
  endsAt: number;
  cancelAtPeriodEnd: boolean;
  trialEnd: number | null;
  quantity: number | null;
  toldAt: number | null;
  grantedPlan: string | null;
  unknownSince: number | null;
  payments: LivedPayment[];
}

export interface LivedPayment {
  isFailed: boolean;
  /** Of one that failed. */
  isWrittenOff: boolean;
  /** Minor units. */
  amount: number;
  refunded: number;
  dispute: 'lost' | 'open' | 'won' | null;
  /** When it was paid or first failed; where no event gave a time, that of its last event. */
  at: number;
  isOld: boolean;
}

export const AT = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const plan = fc.constantFrom('starter', 'pro', 'pro', 'enterprise', 'unknown', 'gold');
const status = fc.constantFrom(
  'active',
  'active',
  'trialing',
  'past_due',
  'past_due',
  'canceled',
  'deleted',
  'incomplete',
);
const standing = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('running' as const, 'paused' as const) },
  { weight: 1, arbitrary: fc.constant('over' as const) },
);
/** Many values are exactly at the limits of the policies. */
const some = (least: number, most: number) =>
  fc
    .oneof(
      fc.integer({ min: least * 24, max: most * 24 }),
      fc.integer({ min: least, max: most }).map((day) => day * 24),
    )
    .map((hours) => hours * HOUR);
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const payment = fc.record({
  isFailed: fc.boolean(),
  isWrittenOff: fc.boolean(),
  amount: fc.constantFrom(0, 490, 990, 990, 9_900),
  share: fc.constantFrom(0, 0, 0, 0.3, 1, 1),
  dispute: rarely(fc.constantFrom('lost', 'open', 'won')),
  offset: fc.oneof(some(-40, 20), fc.constantFrom(0, -HOUR, -HOUR - 1, HOUR)),
  isOld: fc.boolean(),
});

const subscription: fc.Arbitrary<LivedSubscription> = fc
  .record({
    status,
    standing,
    plan,
    begun: some(-40, 2),
    length: fc.constantFrom(7, 30, 30, 365),
    cancelAtPeriodEnd: fc.boolean(),
    quantity: fc.constantFrom(null, 1, 1, 3, 12),
    trial: rarely(fc.constantFrom(0, -HOUR, -HOUR - 1, HOUR, -30 * DAY)),
    told: rarely(some(-30, 5)),
    grantedPlan: fc.constantFrom('pro', 'starter', 'gold', null),
    unknown: rarely(some(-20, 0)),
    payments: fc.array(payment, { maxLength: 4 }),
  })
  .map(({ begun, length, trial, told, unknown, payments, ...said }) => {
    const startsAt = AT + begun;
    const endsAt = startsAt + length * DAY;
    const after = (offset: number | null, from: number) => (offset === null ? null : from + offset);
    return {
      ...said,
      startsAt,
      endsAt,
      trialEnd: after(trial, startsAt),
      toldAt: after(told, endsAt),
      unknownSince: after(unknown, AT),
      payments: payments.map(({ share, offset, amount, isFailed, ...rest }) => ({
        ...rest,
        amount,
        isFailed,
        isWrittenOff: isFailed && rest.isWrittenOff,
        dispute: isFailed ? null : rest.dispute,
        refunded: isFailed ? 0 : Math.round(amount * share),
        at: startsAt + offset,
      })),
    };
  });

const purchase: fc.Arbitrary<LivedPurchase> = fc
  .record({
    plan,
    days: fc.constantFrom(null, 0, 1, 7, 30, 30),
    at: some(-70, 0),
    isFailed: fc.constantFrom(false, false, false, true),
    refunded: fc.constantFrom(0, 0, 0, 300, 9_900),
    dispute: rarely(fc.constantFrom('lost', 'open', 'won')),
    isOld: fc.constant(false),
  })
  .map(({ at, isFailed, refunded, dispute, ...said }) => ({
    ...said,
    isFailed,
    isWrittenOff: false,
    amount: 9_900,
    refunded: isFailed ? 0 : refunded,
    dispute: isFailed ? null : dispute,
    at: AT + at,
  }));

const grant: fc.Arbitrary<LivedGrant> = fc
  .record({ plan, until: rarely(some(-5, 5)), isRevoked: fc.boolean() })
  .map(({ until, ...said }) => ({ ...said, until: until === null ? null : AT + until }));

const few = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.array(value, { maxLength: 4 }) });

export const life: fc.Arbitrary<Life> = fc.record({
  subscriptions: fc.array(subscription, { maxLength: 3 }),
  purchases: few(purchase),
  grants: few(grant),
});

const choice = fc.constantFrom('keep' as const, 'end' as const);
const days = fc.constantFrom(0, 1, 3, 7, 14);

export const policy = fc.record({
  past_due_days: days,
  after_trial_failed_days: days,
  renewal_grace_days: days,
  unknown_plan_days: days,
  one_time_days: fc.constant(365),
  paused: choice,
  canceled: choice,
  refund_full: choice,
  refund_partial: choice,
  dispute_open: choice,
  dispute_won: choice,
  dispute_lost: choice,
  grants: fc.constantFrom('keep' as const, 'keep' as const, 'end' as const),
});
