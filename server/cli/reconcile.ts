import { parseArgs } from 'node:util';
import { reconcile } from '../billing/sync/reconcile.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { knownUser } from './user.ts';
import { toWholeNumber } from './values.ts';

export const reconcileCommand: Command = {
  summary: "compare our records with the provider's truth; --fix repairs them",
  usage: 'billing reconcile [--provider P] [--user U] [--fix] [--pace MILLISECONDS] [--json]',
  async run({ billing, print, signal }, args) {
    const { values } = parseArgs({
      args,
      options: {
        ...{ provider: { type: 'string' }, user: { type: 'string' }, pace: { type: 'string', default: '0' } },
        ...{ fix: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
      },
    });
    const adapter = billing.adapters.get(values.provider ?? billing.adapter.provider);
    if (!adapter) throw new UsageError(`Provider ${values.provider} is neither active nor draining`);
    const user = values.user === undefined ? undefined : await knownUser(billing, values.user);
    const run = await reconcile(billing, {
      ...{
        adapter,
        fix: values.fix,
        endUnknown: true,
        userId: user?.userId,
        paceMs: toWholeNumber('--pace', values.pace),
        signal,
      },
      onProgress: ({ customers, subscriptions }) => {
        if (!values.json && customers % 100 === 0) print(`… ${customers} customers, ${subscriptions} subscriptions`);
      },
    });
    const drifts = await billing.database.prisma.drift.findMany({ where: { runId: run.id }, orderBy: { id: 'asc' } });
    const rows = drifts.map(({ id: _id, runId: _runId, foundAt: _foundAt, ...drift }) => drift);
    if (values.json) print(JSON.stringify({ ...run, drifts: rows }, null, 2));
    else
      print(
        `${toTable(rows)}\n\n${run.customers} customers, ${run.subscriptions} subscriptions, ${rows.length} drifts`,
      );
    return rows.some((drift) => !drift.fixed) ? 1 : 0;
  },
};
