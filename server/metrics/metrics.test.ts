import pg from 'pg';
import { expect, test } from 'vitest';
import { eventTypes, type WebhookEvent } from '../adapters/adapter.ts';
import { createMetrics } from './metrics.ts';

const EVENT: WebhookEvent = {
  id: 'evt_1',
  type: null,
  nativeType: null,
  provider: 'alpha',
  occurredAt: null,
  data: {},
  rawEvent: {},
};

function createTestMetrics() {
  const readOperationalStatus = async () => Promise.reject(new Error('away'));
  return createMetrics({
    pools: { calls: new pg.Pool() },
    readOperationalStatus,
    isUp: async () => false,
    providers: ['alpha'],
    streams: () => 0,
    ignoredFormer: [],
    selling: () => true,
    priceDifferences: () => [],
    notIgnored: () => [],
  });
}

test('initializes the counters of deliveries with 0: the first failure of a process is an increase', async () => {
  const metrics = createTestMetrics();
  const failed = async () => {
    const { text } = await metrics.expose();
    return [...text.matchAll(/^billing_webhook_events_total\{(.*outcome="(?:failed|error)".*)\} (\d+)$/gm)];
  };
  const labels = (await failed()).map(([, all]) => all);
  expect((await failed()).map(([, , value]) => value)).toEqual(labels.map(() => '0'));
  for (const type of [...eventTypes, null])
    for (const outcome of ['failed', 'error'] as const) {
      metrics.countEvent({ ...EVENT, type }, outcome);
    }
  expect((await failed()).map(([, all, value]) => [all, value])).toEqual(labels.map((all) => [all, '1']));
  expect((await metrics.expose()).text).toContain('billing_webhook_refusals_total{reason="payload_too_large"} 0');
});
