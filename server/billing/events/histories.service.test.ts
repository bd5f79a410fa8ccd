import { afterAll, beforeAll, test } from 'vitest';
import { type Heart, startHeart } from '../../testing/heart.ts';
import { checkHistories } from '../../testing/randomHistories.ts';

const RUNS = 200;
const seed = Date.now() & 0x7fffffff;

let heart: Heart;

beforeAll(async () => {
  heart = await startHeart();
});
afterAll(() => heart.close());

test(`${RUNS} random histories end as the company says (seed ${seed})`, { timeout: 120_000 }, () =>
  checkHistories(heart, { runs: RUNS, seed }),
);
