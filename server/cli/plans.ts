import { parseArgs } from 'node:util';
import { countSubscribers } from '../billing/subscriptions/countSubscribers.ts';
import { comparePlans } from '../plans/comparePlans.ts';
import { readPlans } from '../plans/readPlans.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';

export const plansCommand: Command = {
  summary: 'show what a new plans file would change, and for how many subscribers',
  usage: `billing plans check --file F [--json]
Compares F with the file in use. Exit code 1 if F is invalid or lacks a plan with paying users`,
  example: 'billing plans check --file plans.yaml',
  async run({ billing, print }, args) {
    const options = { file: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.join(' ') !== 'check' || values.file === undefined)
      throw new UsageError('Usage: plans check --file F');
    const { catalogue, problems } = readPlans(values.file);
    if (!catalogue) {
      print(problems.join('\n'));
      return 1;
    }
    const subscribers = await countSubscribers(billing);
    const changes = comparePlans(billing.plans, catalogue, subscribers);
    if (values.json) print(JSON.stringify({ subscribers, changes }, null, 2));
    else print(`${toTable(subscribers.map((each) => ({ ...each })))}\n\n${toTable(changes.map(toRow))}`);
    return changes.some(({ harms }) => harms) ? 1 : 0;
  },
};

function toRow({ harms, ...change }: ReturnType<typeof comparePlans>[number]) {
  return { ...change, '': harms ? 'leaves with payers: they keep it as it is now' : '' };
}
