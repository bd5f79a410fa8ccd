import { setTimeout } from 'node:timers/promises';
import type { Price, WebhookResult } from '../../adapters/adapter.ts';
import { CARDS, payInBrowser, SUCCESS_URL } from './browser.ts';
import { type Bought, type Buyer, forgetLater, type Ground, newPerson, readEvent } from './ground.ts';

const TRIES = 60;
const EVERY_MS = 500;

/** Creates a person with a customer at the provider, as the service does before a first checkout. */
export async function newBuyer(ground: Ground): Promise<Buyer> {
  const person = newPerson(ground);
  const created = await ground.adapter.createCustomer({ ...person, idempotencyKey: person.userId });
  if (!created) throw new Error('The provider created no customer');
  const { providerCustomerId } = created;
  forgetLater(ground, providerCustomerId);
  return { ...person, providerCustomerId };
}

/** Starts a checkout as the service does, and pays it in a browser. */
export async function checkOut(
  ground: Ground,
  { buyer, price, number }: { buyer: Buyer; price: Price; number: string },
) {
  const { url, sessionId } = await ground.adapter.createCheckout({
    ...buyer,
    plan: price.plan,
    interval: price.interval,
    successUrl: SUCCESS_URL,
    cancelUrl: SUCCESS_URL,
    idempotencyKey: `${buyer.userId} ${price.id}`,
  });
  const outcome = await payInBrowser({ url, email: buyer.userEmail, number, signal: ground.signal });
  return { outcome, sessionId };
}

export async function buyByBrowser(ground: Ground, price: Price): Promise<Bought> {
  const buyer = await newBuyer(ground);
  const { outcome, sessionId } = await checkOut(ground, { buyer, price, number: CARDS.works });
  if (outcome !== 'paid') throw new Error(`The checkout is ${outcome}`);
  const { subscription } = await completionOf(ground, sessionId);
  if (!subscription) throw new Error('The paid checkout names no subscription');
  const { providerSubscriptionId } = subscription;
  ground.undo.push({
    what: `subscription ${providerSubscriptionId}`,
    run: () => endIfLive(ground, providerSubscriptionId),
  });
  return { buyer, providerSubscriptionId };
}

/** Tries to pay with a declined card: the checkout stays open and there is no subscription. */
export async function failByBrowser(ground: Ground, price: Price): Promise<string> {
  const buyer = await newBuyer(ground);
  const { outcome, sessionId } = await checkOut(ground, { buyer, price, number: CARDS.declined });
  const { state } = await ground.adapter.fetchCheckout(sessionId);
  const { items } = await ground.adapter.listSubscriptions(buyer.providerCustomerId);
  const live = items.filter(
    ({ subscription }) => subscription.status === 'active' || subscription.status === 'trialing',
  );
  return `${outcome}, checkout ${state}, ${live.length} subscriptions`;
}

/** Waits for a checkout's completion. Resolves to its webhook, as the adapter reads it. */
export async function completionOf(ground: Ground, sessionId: string): Promise<WebhookResult> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await ground.adapter.fetchCheckout(sessionId);
    if (found.state === 'complete') return readEvent(ground, found.completion);
    await setTimeout(EVERY_MS, undefined, { signal: ground.signal });
  }
  throw new Error('The provider does not report the checkout as paid');
}

async function endIfLive({ adapter }: Ground, id: string): Promise<void> {
  const found = await adapter.fetchSubscription(id);
  if (found && found.subscription.status !== 'canceled') await adapter.changeSubscription(id, { kind: 'cancel_now' });
}
