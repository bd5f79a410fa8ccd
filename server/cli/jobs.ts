import { parseArgs } from 'node:util';
import { jobReport, MOST_COUNTED } from '../billing/status/jobReport.ts';
import type { Command } from './command.ts';
import { toTable } from './table.ts';

export const jobsCommand: Command = {
  summary: 'show scheduled jobs, items set aside, and events that wait in the ledger',
  usage: `billing jobs [--json]
Exit code 1 if the last run of a job failed or an item is set aside (after twelve failures it is retried rarely)`,
  example: 'billing jobs --json',
  async run({ billing, settings, print }, args) {
    const { json } = parseArgs({ args, options: { json: { type: 'boolean' } } }).values;
    const report = await jobReport(billing, settings);
    const { jobs, setAside, waiting, waitingDays } = report;
    if (json) print(JSON.stringify(report, null, 2));
    else {
      print(toTable(jobs.map(({ startedAt: _, ...rest }) => ({ ...rest }))));
      if (setAside.length > 0) print(`\nSet aside:\n${toTable(setAside.map((row) => ({ ...row })))}`);
      const kept = waitingDays > 0 ? `dropped after ${waitingDays} days` : 'kept forever';
      const told = waiting.map(({ outcome, count, oldestAt }) =>
        count === 0 ? `no ${outcome}` : `${atMost(count)} ${outcome} since ${oldestAt}`,
      );
      print(`\nEvents in the ledger: ${told.join(', ')}; ${kept}`);
    }
    return setAside.length > 0 || jobs.some(({ failures }) => failures > 0) ? 1 : 0;
  },
};

function atMost(count: number): string {
  return count < MOST_COUNTED ? `${count}` : `${count} or more`;
}
