import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventTypes, type WebhookEvent } from '../adapters/adapter.ts';
import { packageRoot } from '../settings/packageRoot.ts';
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
const COMMON = /^(process|nodejs)_|^up$/;

function createTestMetrics() {
  const readOperationalStatus = async () => Promise.reject(new Error('away'));
  return createMetrics({
    pools: { calls: new pg.Pool() },
    readOperationalStatus,
    isUp: async () => false,
    providers: ['alpha'],
    streams: () => 0,
    ignoredFormer: [],
    selling: true,
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

test.each(['grafana-dashboard.json', 'alerts.yaml'])('%s names only existing metrics', async (file) => {
  const { text } = await createTestMetrics().expose();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const content = readFileSync(join(packageRoot(), '.config', file), 'utf8');
  const named = [...content.matchAll(/\b(billing|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(base(name)) && !COMMON.test(name))).toEqual([]);
});

const ruleGroup = z.object({ rules: z.array(z.object({ alert: z.string() })) });

test('every alert has a test case in which it fires', () => {
  const read = (file: string) => readFileSync(join(packageRoot(), '.config', file), 'utf8');
  const { groups } = z.object({ groups: z.tuple([ruleGroup]) }).parse(parse(read('alerts.yaml')));
  const alerts = groups[0].rules.map(({ alert }) => alert);
  const fired = new Set([...read('alerts.test.yaml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name));
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !fired.has(name))).toEqual([]);
});
