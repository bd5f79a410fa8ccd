import { afterAll, beforeAll, test } from 'vitest';
import { checkHistories } from '../../testing/randomHistories.ts';
import { sampleOr } from '../../testing/storey.ts';
import { startTwoProcesses, type TwoProcesses } from '../../testing/twoProcesses.ts';

const RUNS = sampleOr(40, 200);
const seed = Date.now() & 0x7fffffff;

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

test(`${RUNS} random histories end as the company says (seed ${seed})`, { timeout: 120_000 }, () =>
  checkHistories(processes, { runs: RUNS, seed }),
);
