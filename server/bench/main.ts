import { parseArgs } from 'node:util';
import { compareAccess } from './parts/access.ts';
import { compareMixed } from './parts/mixed.ts';
import { compareReads } from './parts/reads.ts';
import { measureReady } from './parts/ready.ts';
import { compareSizes } from './parts/size.ts';
import { compareWebhooks } from './parts/webhooks.ts';
import { describeMachine, holds, type PartReport, render } from './report.ts';
import { openStage, type Stage } from './stage.ts';

const parts: Record<string, (stage: Stage) => Promise<PartReport>> = {
  webhooks: compareWebhooks,
  mixed: compareMixed,
  size: compareSizes,
  reads: compareReads,
  access: compareAccess,
  ready: measureReady,
};

const USAGE = `npm run bench -- [--only ${Object.keys(parts).join(',')}] [--rounds 9] [--strict]
  --only    runs only these parts
  --rounds  measured rounds of each comparison, after eight warm-up rounds
  --strict  exits with 1 if a goal is missed`;

function readOptions() {
  const options = { only: { type: 'string' }, rounds: { type: 'string' }, strict: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  const rounds = Number(values.rounds ?? 9);
  const names = values.only?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined || !(rounds >= 1)) throw new Error(USAGE);
  return { rounds, names, strict: values.strict ?? false };
}

async function run(names: string[], rounds: number): Promise<PartReport[]> {
  const stage = await openStage(rounds);
  const reports: PartReport[] = [];
  try {
    for (const name of names) {
      const begun = performance.now();
      const part = parts[name] as (typeof parts)[string];
      reports.push(await part(stage));
      await stage.clear();
      console.error(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    }
  } finally {
    await stage.close();
  }
  return reports;
}

const { names, rounds, strict } = readOptions();
const machine = describeMachine();
const reports = await run(names, rounds);
console.info(`\n${machine}\n\n${render(reports)}\n`);
if (strict && !reports.flatMap(({ goals }) => goals).every(holds)) process.exitCode = 1;
