import type { ProviderSnapshot, SubscriptionResult, WriteOff } from '../../../adapters/adapter.ts';
import type { RefundStatus } from '../../../adapters/returned.ts';
import type { Subscription } from '../../../database/generated/client.ts';
import { toDecimal } from '../../../plans/money.ts';
import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import { recordId } from '../../records/recordId.ts';
import { AMOUNT_NOT_KNOWN, hasEnded, type RecordStatus } from '../../records/subscription.ts';

/**
 * `price`: in no list, or not the displayed price. `duplicate`: its user has another live subscription. `payment`,
 * `refund`, `dispute`: its state, null: unknown here. `access`: what views and the feed say of
 * its owner is not what the records say. `no_owner`: the import found no user for it; a customer's says
 * why. `unreadable`: a customer, or a page of a list, could not be
 * compared.
 */
const driftClasses = [
  'missing_here',
  'missing_there',
  'status',
  'plan',
  'price',
  'period',
  'amount',
  'customer',
  'deleted_customer',
  'duplicate',
  'payment',
  'refund',
  'dispute',
  'no_owner',
  'access',
  'unreadable',
] as const;
export type DriftClass = (typeof driftClasses)[number];

/** What may differ, in words; ids, amounts, plans and what a provider answered are themselves. */
export type DriftSentence =
  | RecordStatus
  | RefundStatus
  | WriteOff
  | `${RecordStatus}, cancels at period end`
  | typeof AMOUNT_NOT_KNOWN
  | 'known'
  | '{} at {}'
  | '{} month'
  | '{} year'
  | '{} to {}'
  | '{}, whose plan is unknown';

/** A difference between our record and the provider snapshot, both as text. */
export interface DriftFound {
  class: DriftClass;
  ours: string | null;
  theirs: string | null;
}

/** Every class in which a record differs from the snapshot. A field that the provider doesn't send is no difference. */
export function compareToSnapshot(
  provider: string,
  record: Subscription | null,
  snapshot: ProviderSnapshot,
): DriftFound[] {
  const { subscription } = snapshot;
  const { status = null, plan, interval, providerCustomerId } = subscription;
  if (!record) return [{ class: 'missing_here', ours: null, theirs: status }];
  const cancels = (flag: boolean, state: string) => (flag ? `${state}, cancels at period end` : state);
  const theirStatus = status && cancels(subscription.cancelAtPeriodEnd ?? record.cancelAtPeriodEnd, status);
  const ourStatus = cancels(record.cancelAtPeriodEnd, record.status === 'deleted' ? 'canceled' : record.status);
  const theirCustomer = providerCustomerId && recordId('customer', provider, providerCustomerId);
  const found: (DriftFound | null)[] = [
    isOver(record, status) ? null : differs('status', ourStatus, theirStatus),
    differs('plan', `${record.plan} ${record.interval}`, plan ? `${plan} ${interval ?? record.interval}` : null),
    unlistedPrice(record, subscription),
    differs('period', periodOf(record), periodOfSnapshot(record, snapshot)),
    differs('amount', inWords(record.amountKnown ? record : null), amountOfSnapshot(subscription)),
    differs('customer', record.customerId ?? '', theirCustomer ?? null),
  ];
  return found.filter((drift) => drift !== null);
}

function inWords(known: { amount: string; currency: string } | null): string {
  return known ? `${known.amount} ${known.currency}` : AMOUNT_NOT_KNOWN;
}

function amountOfSnapshot({ amount, amountKnown }: SubscriptionResult): string | null {
  if (amount) return inWords({ amount: toDecimal(amount), currency: amount.currency });
  return amountKnown === false ? inWords(null) : null;
}

/** The plan of the paid price is unknown. */
function unlistedPrice({ plan, grantedPlan }: Subscription, { plan: theirs, priceId, status }: SubscriptionResult) {
  if (theirs !== UNKNOWN_PLAN || priceId === undefined || hasEnded(status)) return null;
  return { class: 'price', ours: grantedPlan ?? plan, theirs: `${priceId}, whose plan is unknown` } as const;
}

/** Ended on both sides: an earlier schedule makes no difference any more. */
function isOver(record: Subscription, theirs: string | null): boolean {
  return theirs === 'canceled' && hasEnded(record.status);
}

function differs(name: DriftClass, ours: string, theirs: string | null): DriftFound | null {
  return theirs === null || ours === theirs ? null : { class: name, ours, theirs };
}

function periodOf({
  currentPeriodStart,
  currentPeriodEnd,
}: Pick<Subscription, 'currentPeriodStart' | 'currentPeriodEnd'>) {
  return `${currentPeriodStart.toISOString()} to ${currentPeriodEnd.toISOString()}`;
}

function periodOfSnapshot(record: Subscription, { subscription }: ProviderSnapshot): string {
  const { currentPeriodStart, currentPeriodEnd } = subscription;
  return periodOf({
    currentPeriodStart: currentPeriodStart ? new Date(currentPeriodStart) : record.currentPeriodStart,
    currentPeriodEnd: currentPeriodEnd ? new Date(currentPeriodEnd) : record.currentPeriodEnd,
  });
}
