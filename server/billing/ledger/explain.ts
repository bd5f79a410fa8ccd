import type { Filled } from '../../adapters/remarks.ts';
import type { Prisma } from '../../database/client.ts';
import { escapeLike } from '../../database/escapeLike.ts';
import type { Checkout, WebhookEvent } from '../../database/generated/client.ts';
import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import { type AccessView, currentAccess } from '../access/currentAccess.ts';
import { type GrantView, listGrants } from '../access/grants/grants.ts';
import type { With } from '../context.ts';
import { findUsers, isGivenTo, nameless } from '../records/findUsers.ts';
import { type KeptOutcome, openOutcomes } from '../records/outcome.ts';
import type { PaymentView } from '../records/payment.ts';
import { newestFirst } from '../records/subscription.ts';
import { type ToldSubscription, toToldSubscription } from '../subscriptions/details.ts';
import { listPayments } from '../subscriptions/own/listPayments.ts';
import { listOpenReturns, type OpenReturn } from '../subscriptions/returns/openReturns.ts';
import { SNAPSHOT_TYPE } from '../sync/refetch.ts';

const MOST_ENTRIES = 500;
const MOST_PAYMENTS = 50;
/** Per outcome: it limits the cost of an explanation, however many deliveries named no user. */
const MOST_SEARCHED = 5_000;

export type StepOutcome =
  | KeptOutcome
  | 'completed'
  | 'completed, although superseded'
  | 'ended'
  | 'open'
  | 'superseded';

/** What happened; the operators' pages have each in German. */
export type StepSentence =
  | 'checkout of {} ({}) at {}'
  | 'read the snapshot of {}'
  | '{} from {}'
  | '{} from {}, {} times'
  | '{} given by {}'
  | '{} given until {} by {}'
  | '{} taken back by {}';

export interface TimelineEntry {
  /** ISO 8601: when it arrived here. */
  at: string;
  kind: 'checkout' | 'delivery' | 'snapshot' | 'grant';
  /** The ledger row, for deliveries and refetches. */
  ledgerId: string | null;
  what: Filled<StepSentence>;
  outcome: StepOutcome;
  /** ISO 8601: when it happened at the provider. */
  occurredAt: string | null;
  reason: string | null;
}

export interface Explanation {
  userId: string;
  email: string | null;
  /** The account has proven its address; false: anybody may have signed up with it. */
  proven: boolean;
  /** The words that found the user name nobody else: a plan or a customer may be given by them. */
  named: boolean;
  /** Oldest first. */
  timeline: TimelineEntry[];
  subscriptions: ToldSubscription[];
  /** Newest first. */
  payments: PaymentView[];
  /** Open disputes, and upgrades whose charge was refunded. */
  returns: OpenReturn[];
  /** Ties that still wait for the provider snapshot. */
  refetchesWaiting: number;
  /** Operators' grants, newest first. */
  grants: GrantView[];
  access: AccessView;
}

/** Why a user has, or lacks, the plan's access. `who` is a user id, an e-mail address or a name; null: unknown. */
export async function explain(
  billing: With<'database' | 'hasAccounts' | 'now' | 'outbox' | 'plans' | 'trialMark'>,
  who: string,
): Promise<Explanation | null> {
  const { prisma } = billing.database;
  const found = await findUsers(billing, who);
  const user = (found.length === 1 && found[0]) || nameless(who);
  const { userId, email, proven } = user;
  const [checkouts, customers, subscriptions, paid, access, grants, returns] = await Promise.all([
    prisma.checkout.findMany({ where: { userId }, take: MOST_ENTRIES, orderBy: { createdAt: 'desc' } }),
    prisma.customer.findMany({ where: { userId } }),
    readSubscriptions(billing.database.pool, userId),
    listPayments(billing, userId, { limit: MOST_PAYMENTS }),
    currentAccess(billing, { id: userId, email: email ?? '' }),
    listGrants(billing, userId),
    listOpenReturns(billing, userId),
  ]);
  const subscriptionId = { in: subscriptions.map(({ id }) => id) };
  // An address that is unknown or was erased is empty, and would be found in strangers' deliveries.
  const addresses = [email, ...customers.map((customer) => customer.email)].filter((address) => address);
  const names = [userId, ...addresses.filter((address) => address !== null)];
  const [known, waiting, vain, refetchesWaiting] = await Promise.all([
    findEvents(billing, { userId }),
    findEvents(billing, { subscriptionId, waitingFor: { not: null } }),
    findEvents(billing, { userId: null, id: { in: await namedInVain(billing, names) } }),
    prisma.refetch.count({ where: { subscriptionId } }),
  ]);
  const events = [...new Map([...known, ...waiting, ...vain].map((event) => [event.id, event])).values()];
  const records = [checkouts, events, customers, subscriptions, grants];
  if (email === null && records.every(({ length }) => length === 0)) return null;
  return {
    userId,
    email,
    proven,
    named: isGivenTo(user, who),
    refetchesWaiting,
    returns,
    access,
    grants,
    subscriptions: subscriptions.toSorted(newestFirst).map((row) => toToldSubscription(row, billing.now())),
    payments: paid.payments,
    timeline: [...checkouts.map(ofCheckout), ...events.map(ofEvent), ...grants.flatMap(ofGrant)].sort((a, b) =>
      a.at.localeCompare(b.at),
    ),
  };
}

type Event = Omit<WebhookEvent, 'body'>;

function findEvents({ database }: With<'database'>, where: Prisma.WebhookEventWhereInput): Promise<Event[]> {
  const newest = { take: MOST_ENTRIES, orderBy: { receivedAt: 'desc' }, omit: { body: true } } as const;
  return database.prisma.webhookEvent.findMany({ where, ...newest });
}

const newestOf = (outcome: string) => `(SELECT id, body FROM webhook_event WHERE outcome = '${outcome}'
  ORDER BY id DESC LIMIT ${MOST_SEARCHED})`;

/** Deliveries whose user is unknown; the ledger keeps them without a user. */
const NAMED_IN_VAIN = `SELECT id FROM (${openOutcomes.map(newestOf).join(' UNION ALL ')}) AS newest
  WHERE body ILIKE ANY ($1)`;

async function namedInVain({ database }: With<'database'>, names: readonly string[]): Promise<bigint[]> {
  const patterns = names.map((name) => `%${escapeLike(JSON.stringify(name))}%`);
  const { rows } = await database.pool.query<{ id: string }>(NAMED_IN_VAIN, [patterns]);
  return rows.map(({ id }) => BigInt(id));
}

function ofCheckout(checkout: Checkout): TimelineEntry {
  const { createdAt, completedAt, provider, plan, interval } = checkout;
  return {
    at: createdAt.toISOString(),
    kind: 'checkout',
    ledgerId: null,
    what: `checkout of ${plan} (${interval}) at ${provider}`,
    outcome: stateOf(checkout),
    occurredAt: completedAt?.toISOString() ?? null,
    reason: null,
  };
}

function stateOf({ completedAt, supersededAt, openKey }: Checkout): StepOutcome {
  if (completedAt) return supersededAt ? 'completed, although superseded' : 'completed';
  if (supersededAt) return 'superseded';
  return openKey ? 'open' : 'ended';
}

function ofGrant({ plan, until, reason, grantedBy, grantedAt, revoked }: GrantView): TimelineEntry[] {
  const about = { kind: 'grant', ledgerId: null, occurredAt: null, outcome: 'applied' } as const;
  const what =
    until === null
      ? (`${plan} given by ${grantedBy}` as const)
      : (`${plan} given until ${until} by ${grantedBy}` as const);
  const given = { ...about, at: grantedAt, what, reason };
  if (!revoked) return [given];
  return [given, { ...about, at: revoked.at, what: `${plan} taken back by ${revoked.by}`, reason: revoked.reason }];
}

function ofEvent(event: Event): TimelineEntry {
  const { id, receivedAt, nativeType, type, deliveries, outcome, occurredAt, reason, error, warnings } = event;
  const kind = nativeType === SNAPSHOT_TYPE ? 'snapshot' : 'delivery';
  const sent = `${nativeType ?? type ?? 'unknown'} from ${event.provider}` as const;
  const delivered = deliveries > 1 ? (`${sent}, ${deliveries} times` as const) : sent;
  return {
    at: receivedAt.toISOString(),
    kind,
    ledgerId: id.toString(),
    what: kind === 'snapshot' ? `read the snapshot of ${event.provider}` : delivered,
    // The database holds the same list.
    outcome: outcome as KeptOutcome,
    occurredAt: occurredAt?.toISOString() ?? null,
    reason: [reason, error, ...warnings].filter(Boolean).join('; ') || null,
  };
}
