import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { defaultPlansFile, type ReadPlans, readPlans } from './readPlans.ts';

/** The catalogue that ships with the service. */
export function defaultPlans(): Catalogue {
  const { catalogue, problems } = readPlans(defaultPlansFile);
  if (!catalogue) throw new Error(problems.join('\n'));
  return catalogue;
}

/** The result of reading a plans file with this text; problems name it `plans.yaml`. */
export function readText(text: string): ReadPlans {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  const file = join(folder, 'plans.yaml');
  writeFileSync(file, text);
  try {
    const { catalogue, problems } = readPlans(file);
    return { catalogue, problems: problems.map((problem) => problem.replace(`${folder}/`, '')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
