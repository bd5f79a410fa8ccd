import { parseArgs } from 'node:util';
import type { Billing } from '../billing/context.ts';
import { countFormer } from '../billing/status/formerSubscriptions.ts';
import { endFormer, listFormer } from '../billing/subscriptions/endFormer.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { type Audit, auditOf } from './user.ts';

export const formerCommand: Command = {
  summary: 'count live subscriptions at draining providers, list those at providers that are no longer configured',
  usage: `billing former [--json]
       billing former end <subscription id> --reason TEXT [--json]

A provider that is no longer configured sends no webhooks, so the end of a subscription there stays unknown and blocks
its owner's next purchase. Check at the provider first: an owner who still pays there would pay twice. The ledger
records the end, the operator and the reason.`,
  example: 'billing former end sub_5XcS3vYHn0qS6cJ1 --reason "Ended on May 3, see the dashboard"',
  async run(context, args) {
    const options = { reason: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [verb, id, ...more] = positionals;
    const { json = false } = values;
    if (verb === undefined) return list(context, json);
    if (verb !== 'end' || id === undefined || more.length > 0) throw new UsageError('Give one subscription id');
    return end(context, { id, json, ...auditOf(values) });
  },
};

async function list({ billing, print }: CommandContext, json: boolean): Promise<number> {
  if (!json) await sayDraining(billing, print);
  const rows = await listFormer(billing);
  const table = rows.map(({ id, userId, provider, providerSubscriptionId, plan, status, currentPeriodEnd }) => ({
    subscription: id,
    user: userId,
    provider,
    'provider id': providerSubscriptionId,
    plan,
    status,
    'period until': currentPeriodEnd.toISOString(),
  }));
  if (json) print(JSON.stringify(rows, null, 2));
  else print(rows.length > 0 ? toTable(table) : 'No live subscription is at a provider that is no longer configured');
  return rows.length > 0 ? 1 : 0;
}

/** Whether a provider of DRAINING_PROVIDERS can be taken out. */
async function sayDraining({ adapters, adapter, database }: Billing, print: CommandContext['print']): Promise<void> {
  const draining = [...adapters.keys()].filter((name) => name !== adapter.provider);
  const counts = await countFormer(database.pool, [adapter.provider]);
  for (const name of draining) {
    const count = counts.find(({ provider }) => provider === name)?.count;
    print(count ? `${name} is draining: ${count} live subscriptions` : `${name} has drained: it can be taken out`);
  }
}

async function end(
  { billing, print }: CommandContext,
  { id, json, reason, actor }: Audit & { id: string; json: boolean },
): Promise<number> {
  const ended = await endFormer(billing, { id, reason, by: actor });
  const text = ended
    ? `${id} of ${ended.userId} has ended`
    : `There is no live former subscription ${id}: nothing was changed`;
  print(json ? JSON.stringify(ended && { id, userId: ended.userId }) : text);
  return ended ? 0 : 1;
}
