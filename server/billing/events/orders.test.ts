import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Adapter } from '../../adapters/adapter.ts';
import { adapterDefinitions } from '../../adapters/index.ts';
import { MemoryRecords } from '../../testing/events/memoryRecords.ts';
import {
  type Fact,
  type ModelSubscription,
  modelPlans,
  type Provider,
  providers,
  toBody,
} from '../../testing/events/wire.ts';
import { ModelCompany } from '../../testing/histories/modelCompany.ts';
import { described, expected, life, orders, START, told } from '../../testing/histories/orders.ts';
import { recordId } from '../records/recordId.ts';
import type { ProviderEvent } from './event.ts';
import { readEvent } from './judgeEvent.ts';

const prices = modelPlans.flatMap((plan) =>
  (['month', 'year'] as const).map((interval) => ({ id: `price_${plan}_${interval}`, plan, interval })),
);

/** Reads the event the way a delivery is read, without HTTP. */
async function read(adapter: Adapter, provider: Provider, fact: Fact): Promise<ProviderEvent> {
  const parsed = toBody(provider, fact);
  const body = Buffer.from(JSON.stringify(parsed));
  const event = adapter.toEvent({ body, headers: { 'webhook-id': fact.id }, signature: '', now: 0 }, parsed);
  return readEvent(adapter, event, { body });
}

function found(records: MemoryRecords, provider: Provider, { id }: ModelSubscription) {
  const record = records.subscriptions.get(recordId('subscription', provider, id));
  return record ? described(provider, record) : null;
}

describe.each(providers)('%s', (provider) => {
  const adapter = adapterDefinitions[provider].create({
    secretKey: 'sk',
    webhookSecrets: [],
    prices,
    apiUrl: 'http://127.0.0.1:9',
  });

  test.each(['updated', 'failed'] as const)('all 120 orders end right with distinct seconds (%s)', async (failure) => {
    const company = new ModelCompany(provider, START).live(life(3_000));
    const [sub] = company.subscriptions as [ModelSubscription];
    const events = await Promise.all(told(company, failure).map((fact) => read(adapter, provider, fact)));
    expect(events).toHaveLength(5);
    const wrong: object[] = [];
    for (const order of orders) {
      const records = new MemoryRecords();
      for (const index of order) records.apply(events[index] as ProviderEvent);
      const is = found(records, provider, sub);
      if (!isDeepStrictEqual(is, expected(provider, sub))) wrong.push({ order, is });
    }
    expect(wrong).toEqual([]);
  });
});
