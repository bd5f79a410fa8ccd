import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../testing/load/median.ts';
import { residentMegabytes } from '../../testing/load/processor.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';

const STARTS = 3;
const REST_MS = 2_000;

/** Measures the time from the start of the process, with embedded PostgreSQL, to its `Ready` line. */
export async function measureReady(stage: Stage): Promise<PartReport> {
  const environment = { DATA_DIR: join(stage.folder, 'data') };
  const first = await stage.startOurs(environment);
  await stage.clear();
  const seconds: number[] = [];
  for (let start = 1; start < STARTS; start += 1) {
    seconds.push((await stage.startOurs(environment)).readySeconds);
    await stage.clear();
  }
  const last = await stage.startOurs(environment);
  await sleep(REST_MS);
  const memory = [residentMegabytes(last.pid, 'now'), residentMegabytes(last.pid, 'peak')];
  const notes = [
    `First start, which creates the database: ${first.readySeconds.toFixed(1)} s.`,
    `Memory of the server at rest: ${memory.map((value) => value.toFixed(0)).join(' MB, peak of the start ')} MB.`,
  ];
  const measured = median([...seconds, last.readySeconds]);
  return { comparisons: [], goals: [{ text: 'ready from an existing data folder, s', measured, atMost: 3 }], notes };
}
