import type { Adapter, Price, SubscriptionResult, WebhookResult } from '../../adapters/adapter.ts';
import type { AdapterOptions } from '../../adapters/definition.ts';
import { readUnsigned } from '../../billing/events/judgeEvent.ts';

/** The environment of a run: our sandbox or the provider's test mode. Both are used only through the provider's API. */
export interface Ground {
  name: 'sandbox' | 'company';
  adapter: Adapter;
  means: Means;
  /** The adapter's options: `means` call the provider with the same key. */
  options: AdapterOptions;
  /** A lower and a higher monthly plan, and a one-time purchase; undefined: no price is set. */
  offers: { low?: Price; high?: Price; once?: Price };
  /** Aborted by Ctrl-C: no new step is started. */
  signal: AbortSignal;
  /** The run's name, part of every address and name that it creates: it shows their origin. */
  run: string;
  /** The records to remove at the end, newest first, also after a failure. */
  undo: Undo[];
}

export interface Undo {
  what: string;
  run(): Promise<unknown>;
}

export interface Buyer {
  userId: string;
  userEmail: string;
  providerCustomerId: string;
}

export interface Bought {
  buyer: Buyer;
  providerSubscriptionId: string;
}

/** Actions that each provider does in its own way. A text instead of a function: why the action is not possible. */
export interface Means {
  buy(ground: Ground, price: Price): Promise<Bought>;
  renew: ((ground: Ground, bought: Bought) => Promise<void>) | string;
  /** Resolves to the result of a failed payment. */
  fail(ground: Ground, price: Price): Promise<string>;
  /** Deletes a customer. */
  forget: ((ground: Ground, customerId: string) => Promise<unknown>) | string;
  /** Refunds a payment in full. Resolves to the refund's webhook, as the adapter reads it. */
  refund(ground: Ground, bought: Bought): Promise<WebhookResult>;
}

let made = 0;

export function newPerson({ run }: Ground): Pick<Buyer, 'userId' | 'userEmail'> {
  made += 1;
  return { userId: `${run}-${made}`, userEmail: `${run}-${made}@example.com` };
}

/** Deletes the customer at the end, if the provider's API can. */
export function forgetLater(ground: Ground, id: string): void {
  const { forget } = ground.means;
  const run = typeof forget === 'string' ? async () => {} : () => forget(ground, id);
  ground.undo.push({ what: `customer ${id}`, run });
}

/** Reads a webhook with this body by the adapter. */
export function readEvent({ adapter }: Ground, body: Record<string, unknown>): WebhookResult {
  return adapter.processWebhookEvent(readUnsigned(adapter, JSON.stringify(body)).event);
}

export async function subscriptionOf({ adapter }: Ground, id: string): Promise<SubscriptionResult> {
  const snapshot = await adapter.fetchSubscription(id);
  if (!snapshot) throw new Error('The subscription does not exist');
  return snapshot.subscription;
}

/** The provider's state of a subscription in one line. */
export async function saidOf(ground: Ground, { providerSubscriptionId: id }: Bought): Promise<string> {
  const { status, plan, interval, amount, cancelAtPeriodEnd } = await subscriptionOf(ground, id);
  const price = amount ? `${amount.minorUnits} ${amount.currency}` : 'no amount';
  return [status, plan, interval, price, ...(cancelAtPeriodEnd ? ['ends with its period'] : [])].join(', ');
}
