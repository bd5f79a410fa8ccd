import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebhookEventType as PolarEvents } from '@polar-sh/sdk/models/components/webhookeventtype.js';
import { WebhookEventType as CreemEvents } from 'creem/models/components/webhookeventtype.js';
import { describe, expect, test } from 'vitest';
import { readUnsigned } from '../billing/events/judgeEvent.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { adapterDefinitions, type ProviderName, providerNames } from './index.ts';

/** All event types that each provider can send, from its own client. */
const published: Record<ProviderName, readonly string[]> = {
  alpha: stripeEvents(),
  beta: Object.values(CreemEvents),
  gamma: Object.values(PolarEvents),
};

function stripeEvents(): string[] {
  const types = join(packageRoot(), 'node_modules/stripe/cjs/resources/WebhookEndpoints.d.ts');
  const union = /type EnabledEvent = '\*' \| (.+);/.exec(readFileSync(types, 'utf8'))?.[1] ?? '';
  return union.split(' | ').map((name) => name.slice(1, -1));
}

const statuses = ['active', 'complete', 'expired', 'failed', 'lost', 'pending', 'succeeded'];

/** An object with every field that a reader may look for. */
const objectOf = (status: string) => ({
  id: 'id_1',
  status,
  mode: 'subscription',
  billing_reason: 'subscription_cycle',
  paid: status === 'succeeded',
  next_payment_attempt_at: '2026-11-22T00:00:00Z',
  subscription: 'sub_1',
  customer: 'cus_1',
  customer_id: 'cus_1',
  order: 'order_1',
  order_id: 'order_1',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  invoice: 'in_1',
  receipt_url: 'https://pay.example.com/receipt',
  metadata: { userId: 'user_1' },
  amount: 100,
  total_amount: 100,
  amount_refunded: 100,
  refunded_amount: 100,
  refunded_tax_amount: 0,
  refund_amount: 100,
  refund_currency: 'USD',
  currency: 'usd',
  payment: { type: 'payment_intent', payment_intent: 'pi_1' },
  transaction: { id: 'tran_1', order: 'order_1', subscription: 'sub_1', currency: 'USD', refunded_amount: 100 },
});

describe.each(providerNames)('the events of %s', (provider) => {
  const adapter = adapterDefinitions[provider].create({ secretKey: 'sk_1', webhookSecrets: [], prices: [] });
  const { webhookEvents = [] } = adapter.diagnosis ?? {};

  /** Whether an event of this type can change anything, whatever it contains. */
  const isRead = (name: string) =>
    statuses.some((status) => {
      const object = objectOf(status);
      const body = {
        id: 'evt_1',
        type: name,
        eventType: name,
        object,
        data: provider === 'gamma' ? object : { object },
      };
      const { event } = readUnsigned(adapter, JSON.stringify(body));
      const { ignored, completedCheckoutId } = adapter.processWebhookEvent(event);
      return ignored === undefined || completedCheckoutId !== undefined;
    });

  test('that we subscribe to are exactly those that we read', () => {
    const all = [...new Set([...published[provider], ...webhookEvents])];
    expect(published[provider].length).toBeGreaterThan(15);
    expect(all.filter(isRead).sort()).toEqual([...webhookEvents].sort());
  });

  test('are all listed in "A real account"', () => {
    const text = readFileSync(join(packageRoot(), 'server/docs/adopt.md'), 'utf8');
    const part = new RegExp(`<!-- events: ${provider} -->(.+)<!-- /events -->`, 's').exec(
      text.replaceAll('\r', ''),
    )?.[1];
    const named = [...(part?.split('<!-- /events -->')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual([...webhookEvents].sort());
  });
});
