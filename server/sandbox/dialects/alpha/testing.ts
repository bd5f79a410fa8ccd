import Stripe from 'stripe';
import type { TestSandbox } from '../../testing.ts';

const clients = new WeakMap<TestSandbox, Map<string, Stripe>>();

/** The company's official client, connected to the sandbox: one for each of its addresses and keys. */
export function stripeFor(sandbox: TestSandbox, secretKey = sandbox.options.secretKey): Stripe {
  const made = clients.get(sandbox) ?? new Map<string, Stripe>();
  clients.set(sandbox, made);
  const { hostname, port } = new URL(sandbox.url);
  const known = made.get(`${port} ${secretKey}`);
  if (known) return known;
  const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  const client = new Stripe(secretKey, options);
  made.set(`${port} ${secretKey}`, client);
  return client;
}

export interface Purchase {
  price?: string;
  quantity?: number;
  trialDays?: number;
  userId?: string;
  customer?: string;
  card?: string;
  coupon?: string;
  /** false: don't wait for the webhooks. */
  settle?: boolean;
}

/** Creates a session with the official client, pays it over the control API and waits for all webhooks. */
export async function buy(sandbox: TestSandbox, purchase: Purchase = {}) {
  const {
    price = 'price_pro_month',
    quantity = 1,
    trialDays,
    userId = 'ann',
    customer,
    card,
    coupon,
    settle = true,
  } = purchase;
  const stripe = stripeFor(sandbox);
  const trial = trialDays === undefined ? {} : { trial_period_days: trialDays };
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity }],
    client_reference_id: userId,
    metadata: { userId },
    subscription_data: { ...trial, metadata: { userId } },
    success_url: 'https://shop.example/done?id={CHECKOUT_SESSION_ID}',
    ...(coupon ? { discounts: [{ coupon }] } : {}),
    ...(customer ? { customer } : { customer_email: `${userId}@example.com` }),
  });
  await sandbox.control('POST', `checkouts/${session.id}/pay`, card ? { number: card } : {});
  if (settle) await sandbox.settle();
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  return { session: paid, customerId: String(paid.customer), subscriptionId: String(paid.subscription) };
}

export interface SentEvent {
  id: string;
  type: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

/** The events received since webhook number `from`. */
export function eventsOf(sandbox: TestSandbox, from = 0): SentEvent[] {
  return sandbox.received.slice(from).map(({ body }) => JSON.parse(body) as SentEvent);
}

export const typesOf = (sandbox: TestSandbox, from = 0) => eventsOf(sandbox, from).map(({ type }) => type);
