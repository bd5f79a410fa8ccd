import { testCardFace } from './cards.ts';
import { authenticateCheckout, createCheckout, payWithCard } from './checkout.ts';
import type { Company } from './company.ts';
import { subscriptionsOf } from './customers.ts';
import type { Price } from './records.ts';
import { refundInvoice } from './refunds.ts';
import { advanceClock } from './schedule.ts';
import { isEnded } from './subscription.ts';
import { revokeCancel, scheduleCancel } from './subscriptions.ts';

export interface Story {
  customers: number;
  days: number;
  seed: number;
}

type Draw = () => number;

/** Returns a generator of numbers from 0 to 1; the same seed gives the same sequence (mulberry32). */
function drawsOf(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const cards: [upTo: number, number: string][] = [
  [0.86, '4242424242424242'],
  [0.94, '4000000000000341'],
  [0.98, '4000002760003184'],
  [1, '4000000000000259'],
];

/**
 * Simulates the shop for some days: customers arrive, spread over the days, and pay with cards that keep working, fail,
 * require authentication or are disputed; some cancel, some change their mind, some get a refund. Afterwards the clock
 * stands at the end of these days. The same seed gives the same story.
 */
export function tellStory(company: Company, { customers, days, seed }: Story): void {
  const draw = drawsOf(seed);
  const arrivals = Array.from({ length: customers }, () => Math.floor(draw() * days)).sort((one, two) => one - two);
  let today = 0;
  for (const [index, day] of arrivals.entries()) {
    if (day > today) advanceClock(company, { days: day - today });
    today = day;
    company.act(() => arrive(company, `customer${index + 1}`, draw));
    company.act(() => wander(company, draw));
  }
  advanceClock(company, { days: days - today });
}

function arrive(company: Company, name: string, draw: Draw): void {
  const offers = company.prices.filter(({ amount }) => amount > 0);
  const chosen = offers[Math.floor(draw() * offers.length)] as Price;
  const drawn = draw();
  const [, number] = cards.find(([upTo]) => drawn < upTo) ?? ['', '4242424242424242'];
  const email = `${name}@example.com`;
  const { id } = createCheckout(company, {
    priceId: chosen.id,
    quantity: draw() < 0.1 ? 3 : 1,
    email,
    ...belonging(name),
    successUrl: 'https://shop.example/',
    cancelUrl: null,
  });
  const outcome = payWithCard(company, id, { email, card: testCardFace(number) });
  if (outcome.kind === 'authenticate') authenticateCheckout(company, id, true);
}

/** Names the user in every field in which a shop may store the user's id. */
function belonging(userId: string) {
  const metadata = { userId };
  const everywhere = {
    metadata,
    customerMetadata: metadata,
    subscriptionMetadata: metadata,
    paymentMetadata: metadata,
  };
  return { ...everywhere, reference: userId, customerExternalId: userId };
}

/** A random customer cancels, revokes a cancellation, gets a refund, or does nothing. */
function wander(company: Company, draw: Draw): void {
  const known = company.store.all('customers');
  const customer = known[Math.floor(draw() * known.length)];
  const mood = draw();
  const running = customer && subscriptionsOf(company, customer.id).find((each) => !isEnded(each));
  if (running && mood < 0.25) {
    if (running.cancelAt === null) scheduleCancel(company, running.id, { via: 'portal' });
    else revokeCancel(company, running.id);
  } else if (customer && mood < 0.35) {
    refundHalf(company, customer.id);
  }
}

function refundHalf(company: Company, customerId: string): void {
  const paid = company.store
    .all('invoices')
    .findLast(
      (each) => each.customerId === customerId && each.status === 'paid' && each.total > 1 && each.refunded === 0,
    );
  if (paid) refundInvoice(company, paid.id, { amount: Math.floor(paid.total / 2) });
}
