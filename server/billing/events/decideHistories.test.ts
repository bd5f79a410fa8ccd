import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryRecords } from '../../testing/memoryRecords.ts';
import { named_ } from '../../testing/randomEvents.ts';
import { inMemory, randomSteps } from '../../testing/randomSteps.ts';
import { toProviderEvent } from './event.ts';

const { seed, numRuns } = inMemory;

describe(`any history (seed ${seed})`, () => {
  const events = randomSteps.map((steps) =>
    steps.flatMap((step) => (step.do === 'deliver' ? [named_({ name: 'n', provider: 'alpha' }, step.event)] : [])),
  );
  const read = events.map((all) =>
    all
      .filter(({ event, result }) => event.type !== null && !result.error && !result.ignored)
      .map(({ event, result }, index) =>
        toProviderEvent({ event: { ...event, id: `e${index}` }, result, body: Buffer.alloc(0) }),
      ),
  );

  test('a second delivery of anything changes nothing', () => {
    const holds = fc.property(read, (all) => {
      const records = new MemoryRecords();
      for (const event of all) records.apply(event);
      const held = () => JSON.stringify([[...records.customers], [...records.subscriptions], [...records.payments]]);
      const before = held();
      for (const event of all) {
        const row = [...records.ledger.values()].find((one) => one.event.id === event.id);
        if (row?.outcome !== 'unmatched') expect(records.apply(event).outcome).toBe('duplicate');
      }
      expect(held()).toBe(before);
    });
    fc.assert(holds, { seed, numRuns });
  });

  test('versions count the writes; marks of one subscription never go back; no record changes its user', () => {
    const holds = fc.property(read, (all) => {
      const records = new MemoryRecords();
      for (const event of all) {
        const before = new Map(records.subscriptions);
        records.apply(event);
        for (const [id, { version, lastEventAt, userId }] of before) {
          const now = records.subscriptions.get(id);
          expect(now?.userId).toBe(userId);
          expect(now?.version).toBeGreaterThanOrEqual(version);
          expect((now?.lastEventAt ?? '') >= (lastEventAt ?? '')).toBe(true);
        }
      }
    });
    fc.assert(holds, { seed, numRuns });
  });
});
