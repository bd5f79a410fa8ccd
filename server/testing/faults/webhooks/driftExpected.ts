import type pg from 'pg';
import { recordId } from '../../../billing/records/recordId.ts';
import type { Provider } from '../../events/wire.ts';

/** A subscription as the sandbox's control API returns it. */
export interface SubscriptionSnapshot {
  id: string;
  customerId: string;
  status: string;
  plan: string;
  interval: string;
  /** Minor units of US dollars. */
  amount: number;
  currency: string;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
}

export interface DriftExpected {
  class: string;
  /** The provider's id of the subscription. */
  id: string;
}

interface Stored {
  id: string;
  providerSubscriptionId: string;
  customerId: string | null;
  status: string;
  plan: string;
  interval: string;
  amount: string;
  currency: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

/** Maps the sandbox's statuses to ours; Polar ends access with `unpaid`, the others keep collecting. */
function statusOf(provider: Provider, { status }: SubscriptionSnapshot): string {
  if (status === 'unpaid') return provider === 'gamma' ? 'canceled' : 'past_due';
  return { paused: 'incomplete', incomplete_expired: 'canceled', expired: 'past_due' }[status] ?? status;
}

const isOver = (status: string) => status === 'canceled' || status === 'deleted';

/** Every difference between our rows and the provider's snapshot, computed without the service's reconcile code. */
export async function expectedDrift(provider: Provider, pool: pg.Pool, snapshots: readonly SubscriptionSnapshot[]) {
  const { rows } = await pool.query<Stored>('SELECT * FROM subscription WHERE provider = $1', [provider]);
  const records = new Map(rows.map((row) => [row.providerSubscriptionId, row]));
  const drift: DriftExpected[] = snapshots.flatMap((snapshot) => {
    const record = records.get(snapshot.id);
    records.delete(snapshot.id);
    const classes = record ? differing(provider, record, snapshot) : ['missing_here'];
    return classes.map((name) => ({ class: name, id: snapshot.id }));
  });
  const unknown = [...records.values()].filter(({ status }) => !isOver(status));
  return [...drift, ...unknown.map((record) => ({ class: 'missing_there', id: record.providerSubscriptionId }))];
}

function differing(provider: Provider, record: Stored, snapshot: SubscriptionSnapshot): string[] {
  const theirs = statusOf(provider, snapshot);
  const bothOver = isOver(record.status) && isOver(theirs);
  const sameStatus = record.status === theirs && record.cancelAtPeriodEnd === snapshot.cancelAtPeriodEnd;
  const samePeriod =
    record.currentPeriodStart.toISOString() === snapshot.currentPeriodStart &&
    record.currentPeriodEnd.toISOString() === snapshot.currentPeriodEnd;
  const sameAmount = record.amount === (snapshot.amount / 100).toFixed(2) && record.currency === snapshot.currency;
  return [
    ...(bothOver || sameStatus ? [] : ['status']),
    ...(record.plan === snapshot.plan && record.interval === snapshot.interval ? [] : ['plan']),
    ...(samePeriod ? [] : ['period']),
    ...(sameAmount ? [] : ['amount']),
    ...(record.customerId === recordId('customer', provider, snapshot.customerId) ? [] : ['customer']),
  ];
}

/** The provider's invoices, as the sandbox's control API returns them. */
export interface Books {
  invoices: { subscriptionId: string | null; status: string }[];
}

const PAYMENTS = `SELECT s."providerSubscriptionId" AS id, count(*) FILTER (WHERE p.status <> 'failed')::int AS paid
  FROM payment p JOIN subscription s ON s.id = p."subscriptionId" GROUP BY 1`;

/** Of subscriptions whose payments here are not as many as the paid invoices there, or of which one is still owed. */
export async function lostPayments(pool: pg.Pool, invoices: Books['invoices']): Promise<DriftExpected[]> {
  const { rows } = await pool.query<{ id: string; paid: number }>(PAYMENTS);
  const ours = new Map(rows.map(({ id, paid }) => [id, paid]));
  const ids = new Set(invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  return [...ids]
    .filter((id) => {
      const theirs = invoices.filter(({ subscriptionId }) => subscriptionId === id);
      const paid = theirs.filter(({ status }) => status === 'paid').length;
      return paid !== (ours.get(id) ?? 0) || paid < theirs.length;
    })
    .map((id) => ({ class: 'payment', id }));
}

export function listed(drift: readonly DriftExpected[]): string[] {
  return drift.map(({ class: name, id }) => `${name} of ${id}`).toSorted();
}
