import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { oneOfTwo } from './oneOfTwo.ts';
import { stops } from './stops.ts';

test.each([stops, oneOfTwo])('$name: $promise (short)', { timeout: 180_000 }, async (scenario) => {
  const seed = randomInt(2 ** 31);
  console.info(`${scenario.name}: seed ${seed}`);
  expect((await scenario.run({ seed, short: true })).broken).toEqual([]);
});
