import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LastRun } from '../../adapters/diagnosis.ts';
import { lastRuns } from '../../adapters/index.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import type { Ground } from './ground.ts';

/** Writes the run into a file that `billing doctor` reads: commit it together with the page that mentions it. */
export function noteRun({ adapter }: Ground, differing: number): void {
  const at = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const run: LastRun = { at, apiVersion: adapter.diagnosis?.apiVersion ?? null, differing };
  const file = join(packageRoot(), 'server/adapters/lastRuns.json');
  writeFileSync(file, `${JSON.stringify({ ...lastRuns, [adapter.provider]: run }, null, 2)}\n`);
  console.info(`\nThe run is recorded in ${file}: commit it, with its line in server/docs/adopt.md.`);
}
