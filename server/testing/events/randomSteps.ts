import fc from 'fast-check';
import type { SubscriptionResult } from '../../adapters/adapter.ts';
import { type ProviderEvent, toProviderEvent } from '../../billing/events/event.ts';
import { recordId } from '../../billing/records/recordId.ts';
import type { MemoryRecords } from './memoryRecords.ts';
import { customerKey, type RandomEvent, randomEvent, stated, subscriptionKey, time, userId } from './randomEvents.ts';

/** Seed and number of the histories in memory; the test's title contains the seed. */
export const inMemory = {
  seed: Number(process.env.HISTORY_SEED ?? Date.now() & 0x7fffffff),
  numRuns: Number(process.env.HISTORY_RUNS ?? 1_000),
};

type Step =
  | { do: 'deliver'; event: RandomEvent }
  | { do: 'repeat' | 'replay'; which: number }
  | {
      do: 'snapshot';
      key: string;
      facts: object;
      customerKey?: string;
      userId?: string;
      readAt: string | null;
      versionsAgo: number;
    };

const snapshotStep = fc.record({
  do: fc.constant('snapshot' as const),
  key: subscriptionKey,
  facts: stated,
  customerKey,
  userId,
  readAt: time,
  versionsAgo: fc.constantFrom(0, 0, 0, 1),
});

export const randomSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: randomEvent.map((event) => ({ do: 'deliver' as const, event })) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'replay' as const), which: fc.nat(40) }),
    },
    { weight: 1, arbitrary: snapshotStep },
  ),
  { minLength: 1, maxLength: 16 },
) as fc.Arbitrary<Step[]>;

const body = Buffer.alloc(0);

/** Applies the steps of a history and calls `after` for each event. */
export function live(steps: readonly Step[], records: MemoryRecords, after: (event: ProviderEvent) => void): void {
  const told: ProviderEvent[] = [];
  for (const [index, step] of steps.entries()) {
    const event = step.do === 'snapshot' ? snapshotOf(step, index, records) : toldBy(step, index, told);
    if (!event) continue;
    records.apply(event);
    after(event);
  }
}

function toldBy(step: Exclude<Step, { do: 'snapshot' }>, index: number, told: ProviderEvent[]): ProviderEvent | null {
  if (step.do !== 'deliver') {
    const event = told[step.which % told.length];
    return event ? { ...event, replay: step.do === 'replay' } : null;
  }
  const { event, result } = step.event;
  if (event.type === null || result.error || result.ignored) return null;
  const read = toProviderEvent({ event: { ...event, id: `e${index}` }, result, body });
  told.push(read);
  return read;
}

function snapshotOf(step: Extract<Step, { do: 'snapshot' }>, index: number, records: MemoryRecords): ProviderEvent {
  const { key, facts, customerKey: providerCustomerId, userId: user, readAt, versionsAgo } = step;
  const version = records.subscriptions.get(recordId('subscription', 'alpha', key))?.version ?? 0;
  const subscription: SubscriptionResult = { ...facts, kind: 'state', providerSubscriptionId: key, userId: user };
  const customer = providerCustomerId ? { providerCustomerId, userId: user, explicit: false } : undefined;
  const about = { type: null, nativeType: null, provider: 'alpha', data: null, rawEvent: null };
  return toProviderEvent({
    event: { ...about, id: `snapshot${index}`, occurredAt: readAt },
    result: { customer, subscription, warnings: [] },
    body,
    snapshotOf: Math.max(0, version - versionsAgo),
  });
}
