import { expect, test } from 'vitest';
import { beta } from './index.ts';

test("the provider's schedule of 30 s, 1 min, 5 min and 1 h, thirty times as fast", () => {
  expect(beta.repeatDelaysMs.map((ms) => ms * 30)).toEqual([30_000, 60_000, 300_000, 3_600_000]);
});
