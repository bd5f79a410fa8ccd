import { expect, test } from 'vitest';
import { createLateRefusals } from './lateRefusals.ts';

const timed = async (work: Promise<void>) => {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
};

test('holds a limited number of refusals, each for the same time, and sends the others at once', async () => {
  const refusals = createLateRefusals({ lateMs: 50, mostHeld: 2 });
  const times = await Promise.all([1, 2, 3].map(() => timed(refusals.wait())));
  expect(times.map((ms) => ms > 45)).toEqual([true, true, false]);
  expect(await timed(refusals.wait())).toBeGreaterThan(45);
});
