import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { providers } from '../events/wire.ts';
import { printReport, type Report, type RunOptions, type Scenario } from './report.ts';
import { scenarios } from './scenarios.ts';

/** `tsx server/testing/faults/main.ts [--seed N] [--short] [--minutes N] [--rows N] [--provider P] [--first N] [words of a name …]`: exit code 1 when a promise is broken. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      rows: { type: 'string' },
      provider: { type: 'string' },
      first: { type: 'string' },
    },
  });
  const seed = values.seed ? Number(values.seed) : randomInt(2 ** 31);
  const minutes = values.minutes ? Number(values.minutes) : undefined;
  const rows = values.rows ? Number(values.rows) : undefined;
  const provider = providers.find((each) => each === values.provider);
  if (values.provider && !provider) throw new Error(`--provider is one of ${providers.join(', ')}`);
  const first = values.first ? Number(values.first) : undefined;
  const chosen = scenarios.filter(({ name }) => positionals.every((word) => name.includes(word)));
  const results: { scenario: Scenario; report: Report; seconds: number }[] = [];
  for (const scenario of chosen) {
    console.info(`\n${scenario.name} (--seed ${seed}): ${scenario.promise}`);
    const begun = Date.now();
    const report = await runSafely(scenario, { seed, short: values.short, minutes, rows, provider, first });
    results.push({ scenario, report, seconds: Math.round((Date.now() - begun) / 1000) });
    printReport(`${scenario.name}, ${results.at(-1)?.seconds} s`, report);
  }
  console.info(`\nAll scenarios (seed ${seed}):`);
  for (const { scenario, report, seconds } of results) printReport(`${scenario.name}, ${seconds} s`, report);
  return results.length > 0 && results.every(({ report }) => report.broken.length === 0) ? 0 : 1;
}

async function runSafely(scenario: Scenario, options: RunOptions): Promise<Report> {
  try {
    return await scenario.run(options);
  } catch (error) {
    return { figures: {}, broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

process.exit(await main());
