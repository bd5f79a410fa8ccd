import { parseArgs } from 'node:util';
import { compareCommits } from './parts/commits.ts';
import { compareMixed } from './parts/mixed.ts';
import { compareReads } from './parts/reads.ts';
import { compareWebhooks } from './parts/webhooks.ts';
import { describeMachine, holds, type PartReport, render } from './report.ts';
import { openStage, type Stage } from './stage.ts';

const parts: Record<string, (stage: Stage) => Promise<PartReport>> = {
  webhooks: compareWebhooks,
  mixed: compareMixed,
  reads: compareReads,
};

const USAGE = `npm run bench -- [--only ${Object.keys(parts).join(',')}] [--rounds 9] [--strict] [--against COMMIT]
  --only    runs only these parts
  --rounds  measured rounds of each comparison, after eight warm-up rounds
  --strict  exits with 1 if a goal is missed
  --against compares this build with that of another commit instead`;

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { only: text, rounds: text, against: text, strict: { type: 'boolean' } } });
  const rounds = Number(values.rounds ?? 9);
  const names = values.only?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined || !(rounds >= 1)) throw new Error(USAGE);
  return { rounds, names, strict: values.strict ?? false, against: values.against };
}

async function run({ names, rounds, against }: ReturnType<typeof readOptions>): Promise<PartReport[]> {
  const stage = await openStage(rounds);
  const reports: PartReport[] = [];
  try {
    if (against) return [await compareCommits(stage, against)];
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

const options = readOptions();
const machine = describeMachine();
const reports = await run(options);
console.info(`\n${machine}\n\n${render(reports)}\n`);
if (options.strict && !reports.flatMap(({ goals }) => goals).every(holds)) process.exitCode = 1;
