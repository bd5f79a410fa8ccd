import fc from 'fast-check';
import { describe, test } from 'vitest';
import { MemoryRecords } from '../../testing/events/memoryRecords.ts';
import { inMemory, live, randomSteps } from '../../testing/events/randomSteps.ts';
import type { ProviderEvent } from './event.ts';

const { seed, numRuns } = inMemory;

describe(`any event history (seed ${seed})`, () => {
  test('a second delivery of anything changes nothing', () => {
    const holds = fc.property(randomSteps, (steps) => {
      const records = new MemoryRecords();
      const told: ProviderEvent[] = [];
      live(steps, records, (event) => told.push({ ...event, replay: false }));
      const held = () => JSON.stringify([[...records.customers], [...records.subscriptions], [...records.payments]]);
      const before = held();
      for (const event of told) {
        const row = [...records.ledger.values()].find((one) => one.event.id === event.id);
        if (row?.outcome === 'unmatched') continue;
        const { outcome } = records.apply(event);
        if (outcome !== 'duplicate') throw new Error(`The second delivery of ${event.id} was ${outcome}`);
      }
      return held() === before;
    });
    fc.assert(holds, { seed, numRuns });
  });

  test("versions count writes, a subscription's order mark never moves back, and no record changes its user", () => {
    const holds = fc.property(randomSteps, (steps) => {
      const records = new MemoryRecords();
      let before = new Map(records.subscriptions);
      live(steps, records, () => {
        for (const [id, { version, lastEventAt, userId }] of before) {
          const now = records.subscriptions.get(id);
          if (now?.userId !== userId) throw new Error(`${id} changed its user`);
          if (!(now.version >= version)) throw new Error(`${id}: version ${now.version} after ${version}`);
          if ((now.lastEventAt ?? '') < (lastEventAt ?? '')) throw new Error(`${id}: its order mark moved back`);
        }
        before = new Map(records.subscriptions);
      });
    });
    fc.assert(holds, { seed, numRuns });
  });
});
