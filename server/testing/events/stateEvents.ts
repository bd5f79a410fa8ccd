import { type ProviderEvent, toProviderEvent } from '../../billing/events/event.ts';
import { NOON } from '../app/twoProcesses.ts';

/** A subscription's state, `at` seconds after noon; a later `price` changes what few events change. */
export function stateEvent(name: string, at: number, price = 0): ProviderEvent {
  const occurredAt = new Date((NOON + at) * 1000).toISOString();
  const period = { currentPeriodStart: occurredAt, currentPeriodEnd: new Date((NOON + at + 60) * 1000).toISOString() };
  return toProviderEvent({
    event: {
      id: `evt_${name}_${at}`,
      type: 'subscription.updated',
      nativeType: 'customer.subscription.updated',
      provider: 'alpha',
      occurredAt,
      data: {},
      rawEvent: {},
    },
    body: Buffer.from(JSON.stringify({ text: 'größer', at })),
    result: {
      customer: { providerCustomerId: `cus_${name}`, userId: 'u', explicit: false },
      subscription: {
        kind: 'state',
        providerSubscriptionId: `sub_${name}`,
        userId: 'u',
        status: at === 0 ? 'trialing' : 'active',
        standing: at === 0 ? 'paused' : 'running',
        nativeStatus: 'native',
        plan: 'pro',
        interval: 'year',
        priceId: `price_${price}`,
        quantity: 3 + price,
        amount: { minorUnits: 9_900 + price, currency: 'eur' },
        cancelAtPeriodEnd: at > 0,
        canceledAt: occurredAt,
        trialStart: new Date(NOON * 1000).toISOString(),
        trialEnd: null,
        ...period,
      },
      warnings: ['unusable value', 'unusable {"quoted", \\\\ and {braced}'],
    },
  });
}

/** The same, which also changes the customer and tells of a payment. */
export function paidEvent(name: string, at: number, price = 0): ProviderEvent {
  const event = stateEvent(name, at, price);
  const customer = event.customer && {
    ...event.customer,
    explicit: true,
    email: `${at}@example.com`,
    metadata: { at },
  };
  const paid = { providerPaymentId: `in_${name}`, providerSubscriptionId: `sub_${name}`, userId: 'u' } as const;
  const amount = { minorUnits: 100, currency: 'eur' };
  const status = at === 0 ? 'failed' : 'succeeded';
  const { payment } = toProviderEvent({
    event: { ...event, occurredAt: null, data: {}, rawEvent: {} },
    body: event.body,
    result: { payment: { ...paid, type: 'subscription', status, amount }, warnings: [] },
  });
  return { ...event, customer, payment };
}
