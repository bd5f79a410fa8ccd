import type { EventType } from '../adapters/adapter.ts';
import { providerNames } from '../adapters/index.ts';
import { loadMakeUp, type MakeUp } from '../cli/madeUp.ts';
import { SECRET, START } from '../testing/load/events.ts';
import { post } from '../testing/load/request.ts';

/** The events of a customer's life, in order. */
const LIFE: readonly EventType[] = [
  ...(['customer.created', 'checkout.session.completed', 'subscription.created', 'invoice.payment_succeeded'] as const),
  ...(['customer.updated', 'subscription.updated', 'invoice.payment_failed', 'order.paid'] as const),
  ...(['subscription.canceled', 'subscription.deleted', 'customer.deleted'] as const),
];

interface PurchaseOptions {
  count: number;
  /** A number that makes the ids unique among all calls. */
  round: number;
  /** The number of people whose events are interleaved, each at another point of their life. */
  together: number;
}

/** Signed webhooks of every event type for purchases at the three providers in turn, in order for each customer. */
export async function purchaseRequests({ count, round, together }: PurchaseOptions): Promise<Buffer[]> {
  const companies = await Promise.all(providerNames.map((provider) => loadMakeUp({ provider, secret: SECRET })));
  const requests: Buffer[] = [];
  for (let turn = 0; requests.length < count; turn += 1) {
    for (let place = 0; place < together && requests.length < count; place += 1) {
      const told = turn - (place % LIFE.length);
      if (told < 0) continue;
      const person = place + together * Math.floor(told / LIFE.length);
      const makeUp = companies[person % companies.length] as MakeUp;
      requests.push(purchaseRequest(makeUp, `buyer_${round}_${person}`, told % LIFE.length));
    }
  }
  return requests;
}

function purchaseRequest(makeUp: MakeUp, userId: string, step: number): Buffer {
  const type = LIFE[step] as EventType;
  const interval = type === 'order.paid' ? 'one_time' : 'month';
  const { body, headers } = makeUp(type, {
    userId,
    email: `${userId}@example.com`,
    plan: 'pro',
    interval,
    priceId: `price_pro_${interval}`,
    amount: { minorUnits: 990, currency: 'usd' },
    eventId: `${userId}_${step}`,
    occurredAt: new Date((START + step) * 1000),
    periodStart: new Date(START * 1000),
  });
  return post(body, headers);
}
