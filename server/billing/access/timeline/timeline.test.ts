import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { recordsOf } from '../../../testing/access/lifeRecords.ts';
import { AT, life, policy } from '../../../testing/access/lives.ts';
import { modelAccess } from '../../../testing/access/model.ts';
import { sampleOr } from '../../../testing/run/storey.ts';
import { accessAt, timeline } from './timeline.ts';

const plans = defaultPlans();
const LIVES = sampleOr(300, 2_000);
const DAY = 86_400_000;
const seed = Date.now() & 0x7fffffff;

test(`${LIVES} lives under random policies: the timeline says at any time what an independent model says (seed ${seed})`, () => {
  const offset = fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 400 }));
  const reasons = new Map<string, number>();
  const agrees = fc.property(
    life,
    policy,
    fc.array(offset, { minLength: 3, maxLength: 3 }),
    (given, access, offsets) => {
      const periods = timeline(recordsOf(given), { ...plans, access });
      for (const at of offsets.map((days) => AT + days * DAY)) {
        const { until, ...found } = accessAt(periods, new Date(at));
        expect({ ...found, until: until?.getTime() ?? null }).toMatchObject(modelAccess(given, access, at));
        reasons.set(found.reason, (reasons.get(found.reason) ?? 0) + 1);
      }
    },
  );
  fc.assert(agrees, { seed, numRuns: LIVES });
  // Cases that never occur would agree trivially.
  expect(reasons.size).toBeGreaterThan(12);
});
