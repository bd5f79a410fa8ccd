import type { Pool } from '../../database/client.ts';
import { addressInSql } from '../../database/reads/accountAddress.ts';
import { type Columns, inList, jsonOf, quoted, rowReader } from '../records/columns.ts';
import { type Customer, customerColumns } from '../records/customer.ts';
import { type Instant, toInstant } from '../records/instant.ts';
import { failsInSql, type Payment, paymentColumns } from '../records/payment.ts';
import { type Refund, refundColumns } from '../records/refund.ts';
import { endedStatuses, type Subscription, subscriptionColumns } from '../records/subscription.ts';
import { type ProviderEvent, paymentIdOf, subscriptionIdOf } from './event.ts';
import type { Known } from './rules/known.ts';
import { type OwnerSource, ownerSources } from './rules/owner.ts';
import { compact, jsonRows } from './sql/jsonRows.ts';

/** What is known of an event's records, and the database's clock at the time of the read. */
export interface KnownNow {
  known: Known;
  now: Instant;
}

/**
 * Most events concern only a subscription and its customer: setting up the plan for the other tables costs more than
 * using it.
 */
type Scope = 'subscriptions' | 'payments' | 'everything';

const ASKED = {
  provider: 'text',
  event_id: 'text',
  customer_id: 'text',
  subscription_id: 'text',
  payment_id: 'text',
  reference_id: 'text',
  user_id: 'text',
  names_nobody: 'bool',
  makes_subscription: 'bool',
  price_id: 'text',
  pays: 'bool',
  ends_customer: 'bool',
  checkout_session: 'text',
  reference_user_id: 'text',
} as const;

/** When the newest of a subscription's other payments failed, for the two rules that ask (`rules/failures.ts`). */
const OTHER_FAILURE = (isPaid: string) => `
  SELECT max(f."lastEventAt") AS at FROM payment f
  WHERE (s.id IS NULL AND i.makes_subscription OR ${isPaid}) AND f."subscriptionId" = i.subscription_id
    AND f.status = 'failed' AND f.id IS DISTINCT FROM i.payment_id
    AND ${failsInSql('f', 'coalesce(s."priceId", i.price_id)')}`;

/** `IS TRUE` keeps it to the index by user. */
const OWNERS_CUSTOMER = `
  SELECT n.id FROM customer n
  WHERE (i.customer_id IS NULL AND s."customerId" IS NULL OR c.id IS NULL AND i.names_nobody) AND n."userId" = owner.id
    AND (n.provider = i.provider) IS TRUE AND n."deletedAt" IS NULL ORDER BY n."updatedAt" DESC LIMIT 1`;

const RUNNING = `
  SELECT json_agg(${jsonOf(subscriptionColumns, 'r')}) AS all FROM subscription r
  WHERE i.ends_customer AND r."customerId" = i.customer_id AND r.status NOT IN ${inList(endedStatuses)}`;

const REFERENCED = `
  SELECT o."userId" AS id FROM checkout o WHERE i.reference_user_id IS NOT NULL AND o.provider = i.provider
    AND o."sessionId" = i.checkout_session AND o."userId" = i.reference_user_id LIMIT 1`;

const REFUNDS = `
  SELECT json_agg(${jsonOf(refundColumns, 'f')}) AS all FROM refund f WHERE f."paymentId" = p.id`;

/** A row becomes JSON where it is read: each join on the way up would otherwise set up all of its columns. */
const readOf = (alias: string, columns: Columns, ...names: string[]) =>
  `${[...['id', 'userId', ...names].map((name) => `${alias}.${quoted(name)}`), jsonOf(columns, alias)].join(', ')} AS read`;
const SUBSCRIPTIONS = `SELECT ${readOf('t', subscriptionColumns, 'customerId', 'priceId')} FROM subscription t`;
const CUSTOMERS = `SELECT ${readOf('t', customerColumns, 'assigned')} FROM customer t`;
const PAYMENTS = `SELECT ${readOf('t', paymentColumns, 'status')} FROM payment t`;

/** By either of the payment's names, since only one may be known. */
const NAMED_PAYMENT = `
  SELECT ${readOf('x', paymentColumns, 'status')} FROM (SELECT * FROM payment a WHERE a.id = i.payment_id
    UNION ALL SELECT * FROM payment b WHERE b.id = i.reference_id
    UNION ALL SELECT * FROM payment c WHERE c."referenceId" = i.payment_id
    UNION ALL SELECT * FROM payment d WHERE d."referenceId" = i.reference_id) x LIMIT 1`;

/** Whoever a known customer names is not asked for: an owner is only needed where no customer is known. */
const OWNERS: Partial<Record<OwnerSource, string>> = {
  subscription: 's."userId"',
  event: 'i.user_id',
  payment: 'p."userId"',
  reference: 'reference.id',
};
const owners = ownerSources.filter((source) => source in OWNERS);
/** Nothing is looked up in a payment or a checkout here. */
const fewerOwners = owners.filter((source) => source !== 'payment' && source !== 'reference');

const PAYMENT_COLUMNS = ', p.read, running.all, reference.id';
const PAYMENT_JOINS = `LEFT JOIN LATERAL (${REFERENCED}) reference ON true LEFT JOIN LATERAL (${RUNNING}) running ON true`;
const WITH_PAYMENTS = { owners, isPaid: `i.pays AND p.status = 'failed'` };

const PARTS: Record<Scope, { columns: string; joins: string; owners: readonly OwnerSource[]; isPaid: string }> = {
  subscriptions: { columns: '', joins: '', owners: fewerOwners, isPaid: 'false' },
  payments: {
    ...WITH_PAYMENTS,
    columns: PAYMENT_COLUMNS,
    joins: `LEFT JOIN (${PAYMENTS}) p ON p.id = i.payment_id ${PAYMENT_JOINS}`,
  },
  everything: {
    ...WITH_PAYMENTS,
    columns: `${PAYMENT_COLUMNS}, refunds.all`,
    joins: `LEFT JOIN LATERAL (${NAMED_PAYMENT}) p ON true LEFT JOIN LATERAL (${REFUNDS}) refunds ON true ${PAYMENT_JOINS}`,
  },
};

/**
 * One JSON array per event, which `toKnownNow` reads. The owner whose customer and address are looked up is
 * `ownerOf`'s.
 */
function statement(scope: Scope): string {
  const { columns, joins, isPaid } = PARTS[scope];
  return compact(`
    SELECT json_build_array(i.n, clock_timestamp(), l.id::text, l.outcome,
      c.read, s.read, failure.at, theirs.id, ${addressInSql('account')} ${columns}) AS read
    FROM (${jsonRows({ parameter: '$1', columns: ASKED })}) i
      LEFT JOIN webhook_event l ON l.provider = i.provider AND l."eventId" = i.event_id
      LEFT JOIN (${SUBSCRIPTIONS}) s ON s.id = i.subscription_id
      LEFT JOIN (${CUSTOMERS}) c ON c.id = coalesce(i.customer_id, s."customerId")
      ${joins}
      CROSS JOIN LATERAL (SELECT coalesce(${PARTS[scope].owners.map((source) => OWNERS[source]).join(', ')}) AS id) owner
      LEFT JOIN LATERAL (${OTHER_FAILURE(isPaid)}) failure ON true
      LEFT JOIN LATERAL (${OWNERS_CUSTOMER}) theirs ON true
      LEFT JOIN "user" account ON i.customer_id IS NOT NULL AND c.id IS NULL AND account.id = owner.id`);
}

export const readStatements: Record<Scope, string> = {
  subscriptions: statement('subscriptions'),
  payments: statement('payments'),
  everything: statement('everything'),
};

/** Reads, in one round trip, all that the events of a batch touch, in the order of the batch. */
export async function readKnown(pool: Pick<Pool, 'query'>, events: readonly ProviderEvent[]): Promise<KnownNow[]> {
  const scope = scopeOf(events);
  const values = [JSON.stringify(events.map(askedOf))];
  const { rows } = await pool.query<{ read: unknown[] }>({
    name: `known-${scope}`,
    text: readStatements[scope],
    values,
  });
  const found: KnownNow[] = [];
  for (const { read } of rows) found[Number(read[0]) - 1] = toKnownNow(read);
  return found;
}

function scopeOf(events: readonly ProviderEvent[]): Scope {
  if (events.some(({ paymentUpdate }) => paymentUpdate !== null)) return 'everything';
  return events.some(goesBeyond) ? 'payments' : 'subscriptions';
}

/** Whether the event needs more than a subscription and its customer. */
export function goesBeyond({ payment, paymentUpdate, customer, referenceUserId }: ProviderEvent): boolean {
  return payment !== null || paymentUpdate !== null || customer?.deleted === true || referenceUserId !== null;
}

/** What the statement looks up for an event. */
export function askedOf(event: ProviderEvent): Partial<Record<keyof typeof ASKED, unknown>> {
  const { customer, subscription, payment } = event;
  return {
    provider: event.provider,
    event_id: event.id,
    customer_id: customer?.id,
    subscription_id: subscriptionIdOf(event) ?? undefined,
    payment_id: paymentIdOf(event),
    reference_id: event.paymentUpdate?.referenceId ?? undefined,
    user_id: event.userId ?? undefined,
    names_nobody: customer?.statedOwner === 'nobody',
    makes_subscription: subscription !== null && subscription.kind !== 'payment_failed',
    price_id: subscription?.priceId,
    pays: payment?.status === 'succeeded' || payment?.writtenOff !== undefined,
    ends_customer: customer?.deleted,
    checkout_session: event.checkoutSession ?? undefined,
    reference_user_id: event.referenceUserId ?? undefined,
  };
}

const readCustomer = rowReader<Customer>(customerColumns);
const readSubscription = rowReader<Subscription>(subscriptionColumns);
const readPayment = rowReader<Payment>(paymentColumns);
const readRefund = rowReader<Refund>(refundColumns);

type Read = [
  n: number,
  now: string,
  ledgerId: string | null,
  outcome: NonNullable<Known['earlier']>['outcome'],
  customer: unknown[] | null,
  subscription: unknown[] | null,
  otherFailureAt: string | null,
  ownersCustomerId: string | null,
  ownersEmail: string | null,
  payment?: unknown[] | null,
  running?: unknown[][] | null,
  referencedUserId?: string | null,
  refunds?: unknown[][] | null,
];

function toKnownNow(read: unknown[]): KnownNow {
  const [
    ,
    now,
    ledgerId,
    outcome,
    customer,
    subscription,
    failedAt,
    ownersCustomerId,
    ownersEmail,
    payment,
    running,
    reference,
    refunds,
  ] = read as Read;
  return {
    now: toInstant(now),
    known: {
      earlier: ledgerId === null ? null : { id: ledgerId, outcome },
      customer: customer && readCustomer(customer),
      subscription: subscription && readSubscription(subscription),
      payment: payment ? readPayment(payment) : null,
      refunds: (refunds ?? []).map(readRefund),
      otherFailureAt: failedAt === null ? null : toInstant(failedAt),
      ownersCustomerId,
      ownersEmail,
      referencedUserId: reference ?? null,
      running: (running ?? []).map(readSubscription),
    },
  };
}
