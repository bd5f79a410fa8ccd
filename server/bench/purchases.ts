import type { EventType } from '../adapters/adapter.ts';
import { adapterDefinitions, providerNames } from '../adapters/index.ts';
import { SECRET, START } from './events.ts';
import { post } from './request.ts';

/** What a provider tells of a customer's life, in its order. */
const LIFE: readonly EventType[] = [
  ...(['customer.created', 'checkout.session.completed', 'subscription.created', 'invoice.payment_succeeded'] as const),
  ...(['customer.updated', 'subscription.updated', 'invoice.payment_failed', 'order.paid'] as const),
  ...(['subscription.canceled', 'subscription.deleted', 'customer.deleted'] as const),
];

/** Customers who buy at the same time: each provider tells of one after the other, and of each in order. */
const AT_ONCE = 30;

interface PurchaseOptions {
  count: number;
  /** Makes ids that no other call makes. */
  round: number;
}

/** Signed webhooks of purchases at the three providers in turn, every type of event, each customer's in their order. */
export function purchaseRequests({ count, round }: PurchaseOptions): Buffer[] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const group = Math.floor(index / (LIFE.length * AT_ONCE));
    const person = group * AT_ONCE + (index % AT_ONCE);
    const step = Math.floor(index / AT_ONCE) % LIFE.length;
    const { sample, defaultSignatureHeader } = adapterDefinitions[providerNames[person % 3] ?? 'alpha'];
    const type = LIFE[step] as EventType;
    const interval = type === 'order.paid' ? 'one_time' : 'month';
    const userId = `buyer_${round}_${person}`;
    const { body, headers } = sample(type, {
      ...{ userId, email: `${userId}@example.com`, plan: 'pro', interval, priceId: `price_pro_${interval}` },
      amount: { minorUnits: 990, currency: 'usd' },
      eventId: `${userId}_${step}`,
      occurredAt: new Date((START + step) * 1000),
      periodStart: new Date(START * 1000),
      ...{ webhookSecret: SECRET, signatureHeader: defaultSignatureHeader, now },
    });
    return post(body, headers);
  });
}
