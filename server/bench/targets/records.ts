import type pg from 'pg';

/** What one event tells of its records; null: nothing. Times are ISO 8601 or Unix seconds, amounts minor units. */
export interface PurchaseEvent {
  id: string;
  at: string | number;
  customer: { id: string; user: string | null; email: string | null; deleted: boolean } | null;
  subscription: { id: string; customer: string | null; status: string; price: string | null; end: Time } | null;
  payment: { id: string; customer: string | null; amount: number; status: string } | null;
}

type Time = string | number | null;

export interface StripeBody {
  id: string;
  type: string;
  created: number;
  data: { object: StripeObject };
}

interface StripeObject {
  id: string;
  object: string;
  customer: string | null;
  metadata?: { userId?: string };
  email?: string;
  status: string;
  items?: { data: { current_period_end: number; price: { id: string } }[] };
  amount_due?: number;
  amount_total?: number;
  payment_intent?: string | null;
  payment_status?: string;
}

interface BetaBody {
  id: string;
  eventType: string;
  created_at: number;
  object: BetaObject;
}

interface BetaSubscription {
  id: string;
  status: string;
  current_period_end_date?: string;
}

interface BetaObject extends BetaSubscription {
  object: string;
  email: string;
  metadata?: { userId?: string };
  customer: { id: string; email: string };
  product?: { id: string };
  subscription?: BetaSubscription;
  last_transaction?: BetaPayment;
  order?: BetaPayment;
}

interface BetaPayment {
  id: string;
  amount: number;
  status: string;
}

interface GammaBody {
  type: string;
  timestamp: string;
  data: {
    id: string;
    external_id: string;
    email: string;
    deleted_at: string | null;
    customer_id: string | null;
    metadata?: { userId?: string };
    status: string;
    product_id: string;
    current_period_end: string;
    total_amount: number;
  };
}

const NOTHING = { customer: null, subscription: null, payment: null };

const TABLES = `
  CREATE TABLE IF NOT EXISTS event (id text PRIMARY KEY, body text, received_at timestamptz DEFAULT now());
  CREATE TABLE IF NOT EXISTS customer (id text PRIMARY KEY, user_id text, email text, deleted bool, event_at timestamptz);
  CREATE TABLE IF NOT EXISTS subscription (id text PRIMARY KEY, customer_id text, status text, price text,
    period_end timestamptz, event_at timestamptz);
  CREATE TABLE IF NOT EXISTS payment (id text PRIMARY KEY, customer_id text, amount int, status text, event_at timestamptz);
  CREATE INDEX IF NOT EXISTS customer_user ON customer (user_id);
  CREATE INDEX IF NOT EXISTS subscription_customer ON subscription (customer_id);
  CREATE INDEX IF NOT EXISTS payment_customer ON payment (customer_id)`;

const upsert = (table: string, columns: readonly string[], first: number) => `${table}_row AS (
  INSERT INTO ${table} (${columns.join(', ')}, event_at)
  SELECT ${columns.map((_, index) => `$${first + index}`).join(', ')}, $3::timestamptz FROM seen WHERE $${first}::text IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = coalesce(excluded.${name}, ${table}.${name})`).join(', ')},
    event_at = excluded.event_at WHERE ${table}.event_at < excluded.event_at)`;

/** One statement: it skips duplicates and upserts each record that the event names, if the event is newer. */
const WRITE = `
  WITH seen AS (INSERT INTO event (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id),
  ${upsert('customer', ['id', 'user_id', 'email', 'deleted'], 4)},
  ${upsert('subscription', ['id', 'customer_id', 'status', 'price', 'period_end'], 8)},
  ${upsert('payment', ['id', 'customer_id', 'amount', 'status'], 13)}
  SELECT FROM seen`;

export async function createRecordTables(pool: pg.Pool): Promise<void> {
  await pool.query(TABLES);
}

export async function writeRecords(pool: pg.Pool, event: PurchaseEvent, body: string): Promise<void> {
  const { id, at, customer: c, subscription: s, payment: p } = event;
  const values = [
    ...[id, body, timeOf(at)],
    ...[c?.id, c?.user, c?.email, c?.deleted],
    ...[s?.id, s?.customer, s?.status, s?.price, timeOf(s?.end ?? null)],
    ...[p?.id, p?.customer, p?.amount, p?.status],
  ];
  await pool.query({ name: 'write', text: WRITE, values });
}

function timeOf(time: Time): string | null {
  return typeof time === 'number' ? new Date(time * 1_000).toISOString() : time;
}

export function readStripe({ id, type, created, data: { object } }: StripeBody): PurchaseEvent {
  const about = { ...NOTHING, id, at: created };
  const { customer, metadata, status, email = null } = object;
  const user = metadata?.userId ?? null;
  if (object.object === 'customer')
    return { ...about, customer: { id: object.id, user, email, deleted: type === 'customer.deleted' } };
  const named = { ...about, customer: customerOf(customer, user) };
  const [item] = object.items?.data ?? [];
  if (item) {
    const end = item.current_period_end;
    return { ...named, subscription: { id: object.id, customer, status, price: item.price.id, end } };
  }
  const { amount_due: due = 0, amount_total: total = 0, payment_intent: intent, payment_status: paid } = object;
  if (object.object === 'invoice') return { ...named, payment: { id: object.id, customer, amount: due, status } };
  return { ...named, payment: intent ? { id: intent, customer, amount: total, status: paid ?? status } : null };
}

export function readBeta({ id, eventType, created_at, object }: BetaBody): PurchaseEvent {
  const about = { ...NOTHING, id, at: created_at / 1_000 };
  const user = object.metadata?.userId ?? null;
  if (object.object === 'customer') {
    const deleted = eventType === 'customer.deleted';
    return { ...about, customer: { id: object.id, user, email: object.email, deleted } };
  }
  const { id: buyer, email } = object.customer;
  const customer = { id: buyer, user, email, deleted: false };
  const told = object.object === 'subscription' ? object : object.subscription;
  const paid = object.last_transaction ?? object.order;
  const price = object.product?.id ?? null;
  return {
    ...about,
    customer,
    subscription: told
      ? { id: told.id, customer: buyer, status: told.status, price, end: told.current_period_end_date ?? null }
      : null,
    payment: paid ? { id: paid.id, customer: buyer, amount: paid.amount, status: paid.status } : null,
  };
}

export function readGamma(id: string, { type, timestamp: at, data }: GammaBody): PurchaseEvent {
  const about = { ...NOTHING, id, at };
  if (type.startsWith('customer.')) {
    const { id: customer, external_id: user, email } = data;
    return { ...about, customer: { id: customer, user, email, deleted: data.deleted_at !== null } };
  }
  const { customer_id: buyer } = data;
  const customer = customerOf(buyer, data.metadata?.userId ?? null);
  if (type.startsWith('subscription.')) {
    const { status, product_id: price, current_period_end: end } = data;
    return { ...about, customer, subscription: { id: data.id, customer: buyer, status, price, end } };
  }
  if (type.startsWith('checkout.')) return { ...about, customer };
  const { total_amount: amount, status } = data;
  return { ...about, customer, payment: { id: data.id, customer: buyer, amount, status } };
}

function customerOf(id: string | null, user: string | null): PurchaseEvent['customer'] {
  return id ? { id, user, email: null, deleted: false } : null;
}
