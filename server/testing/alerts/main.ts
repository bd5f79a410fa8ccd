import { spawnSync } from 'node:child_process';
import { createMetrics } from '../../metrics/metrics.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { couldNotRun, findProgram, installPrograms } from '../run/debian.ts';
import { withoutDatabase } from './withoutDatabase.ts';

/** `npm run check:alerts`: promtool checks the alert rules, runs their test cases, and checks our metrics. */
async function main(): Promise<number> {
  const [missing] = installPrograms({ promtool: 'prometheus' });
  if (missing) return couldNotRun(`${missing} is not installed (Debian's package prometheus has it)`);
  const results = [
    promtool(['check', 'rules', '.config/alerts.yaml']),
    promtool(['test', 'rules', '.config/alerts.test.yaml', '.config/alerts.weeks.test.yaml']),
    promtool(['check', 'metrics'], await exposition()),
  ];
  return results.every((status) => status === 0) ? 0 : 1;
}

function promtool(args: string[], input = ''): number | null {
  const cwd = packageRoot();
  console.info(`promtool ${args.join(' ')}`);
  return spawnSync(findProgram('promtool') ?? '', args, { cwd, input, stdio: ['pipe', 'inherit', 'inherit'] }).status;
}

async function exposition(): Promise<string> {
  return (await createMetrics({ providers: ['alpha'], ...withoutDatabase }).expose()).text;
}

process.exit(await main());
