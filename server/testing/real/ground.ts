import type { Adapter, Price, SubscriptionResult, WebhookResult } from '../../adapters/adapter.ts';
import type { AdapterOptions } from '../../adapters/definition.ts';
import { readUnsigned } from '../../billing/events/judgeEvent.ts';

/** Where lives are lived: at our sandbox, or at the company's test mode. Both are asked by the company's API alone. */
export interface Ground {
  name: 'sandbox' | 'company';
  adapter: Adapter;
  means: Means;
  /** With what the adapter was made: means call the company with the same key. */
  options: AdapterOptions;
  /** A lower and a higher plan, each sold by the month, and one that is bought once; undefined: no price is set. */
  offers: { low?: Price; high?: Price; once?: Price };
  /** Ends with Ctrl-C: nothing new is begun. */
  signal: AbortSignal;
  /** In every address and name that is made, so that people know where it came from. */
  run: string;
  /** What is to be taken back, the newest first; also after a failure. */
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

/** What a company can do only by means of its own. A text instead of a call: why it is not possible. */
export interface Means {
  buy(ground: Ground, price: Price): Promise<Bought>;
  renew: ((ground: Ground, bought: Bought) => Promise<void>) | string;
  /** What became of a payment that fails. */
  fail(ground: Ground, price: Price): Promise<string>;
  /** Deletes a customer. */
  forget: ((ground: Ground, customerId: string) => Promise<unknown>) | string;
  /** Refunds a payment in full: what a webhook of it says, as the adapter reads it. */
  refund(ground: Ground, bought: Bought): Promise<WebhookResult>;
}

let made = 0;

export function newPerson({ run }: Ground): Pick<Buyer, 'userId' | 'userEmail'> {
  made += 1;
  return { userId: `${run}-${made}`, userEmail: `${run}-${made}@example.com` };
}

/** It is deleted at the end, where the company has a call for that. */
export function forgetLater(ground: Ground, id: string): void {
  const { forget } = ground.means;
  const run = typeof forget === 'string' ? async () => {} : () => forget(ground, id);
  ground.undo.push({ what: `customer ${id}`, run });
}

/** As the adapter reads a webhook with this body. */
export function readEvent({ adapter }: Ground, body: Record<string, unknown>): WebhookResult {
  return adapter.processWebhookEvent(readUnsigned(adapter, JSON.stringify(body)).event);
}

export async function subscriptionOf({ adapter }: Ground, id: string): Promise<SubscriptionResult> {
  const snapshot = await adapter.fetchSubscription(id);
  if (!snapshot) throw new Error('The subscription is not there');
  return snapshot.subscription;
}

/** One line of what the company's own view of it is. */
export async function saidOf(ground: Ground, { providerSubscriptionId: id }: Bought): Promise<string> {
  const { status, plan, interval, amount, cancelAtPeriodEnd } = await subscriptionOf(ground, id);
  const price = amount ? `${amount.minorUnits} ${amount.currency}` : 'no amount';
  return [status, plan, interval, price, ...(cancelAtPeriodEnd ? ['ends with its period'] : [])].join(', ');
}
