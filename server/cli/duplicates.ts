import { parseArgs } from 'node:util';
import { listReturned } from '../billing/subscriptions/brake/listReturned.ts';
import { releaseHeld } from '../billing/subscriptions/brake/releaseHeld.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { auditOf } from './user.ts';

const options = { json: { type: 'boolean' }, reason: { type: 'string' } } as const;

export const duplicatesCommand: Command = {
  summary: 'list money that was given back automatically, and release what is held',
  usage: `billing duplicates [--json]
       billing duplicates release --reason TEXT [--json]

Second subscriptions, and charges after their account was deleted: what waits for you, and what was given back in the last
30 days. When many people are concerned within an hour, the rest is held; after a release each is judged afresh.
The audit keeps who released it and why; everybody concerned can export that reason, so name nobody in it.
Exit code 1 if something is held or reported`,
  example: 'billing duplicates release --reason "A campaign mail was clicked twice"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [verb, ...more] = positionals;
    if (more.length > 0 || (verb !== undefined && verb !== 'release')) throw new UsageError('The only verb is release');
    if (verb === undefined) return list(context, values.json === true);
    const { duplicates, lateCharges } = await releaseHeld(context.billing, auditOf(values));
    const text = `Released ${duplicates} second subscriptions and ${lateCharges} charges; the service judges each again`;
    context.print(values.json ? JSON.stringify({ duplicates, lateCharges }, null, 2) : text);
    return 0;
  },
};

async function list({ billing, print }: CommandContext, asJson: boolean): Promise<number> {
  const rows = await listReturned(billing);
  if (asJson) print(JSON.stringify(rows, null, 2));
  else print(rows.length > 0 ? toTable(rows.map((row) => ({ ...row }))) : 'No money was given back, held or reported');
  return rows.some(({ state }) => state === 'held' || state === 'reported') ? 1 : 0;
}
