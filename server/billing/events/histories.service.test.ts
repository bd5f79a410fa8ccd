import { afterAll, beforeAll, test } from 'vitest';
import { startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { checkHistories } from '../../testing/histories/randomHistories.ts';
import { sampleOr } from '../../testing/run/storey.ts';

const RUNS = sampleOr(40, 120);
const seed = Date.now() & 0x7fffffff;

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

test(`${RUNS} random histories end in the provider's state (seed ${seed})`, { timeout: 120_000 }, () =>
  checkHistories(processes, { runs: RUNS, seed }),
);
