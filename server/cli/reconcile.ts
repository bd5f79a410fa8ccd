import { parseArgs } from 'node:util';
import type { Billing } from '../billing/context.ts';
import { reconcile } from '../billing/sync/reconcile/reconcile.ts';
import type { Drift, ReconcileRun } from '../database/generated/client.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { knownUser } from './user.ts';
import { toWholeNumber } from './values.ts';

const MOST_SHOWN = 10_000;
const PROGRESS_EVERY = 100;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { provider: text, user: text, pace: text, fix: flag, 'yes-end': text, json: flag } as const;

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  return parseArgs({ args, options }).values;
}

export const reconcileCommand: Command = {
  reachesAll: true,
  summary: 'compare our records with the provider; --fix repairs them',
  usage: `billing reconcile [--provider P] [--user U] [--fix [--yes-end N]] [--pace MILLISECONDS] [--json]
--fix ends subscriptions that the provider doesn't know, unless they are many or the key belongs to another account or
mode than in the last run: then --yes-end N allows N of them to be ended. --pace: the time between two calls, instead of
<P>_RECONCILE_RATE`,
  example: 'billing reconcile --user ada@example.com --fix',
  async run(context, args) {
    const values = parse(args);
    const run = await reconcile(context.billing, await toOptions(context, values));
    const { rows, unfixed } = await readDrifts(context.billing, run);
    if (values.json) context.print(JSON.stringify({ ...run, drifts: rows }, null, 2));
    else context.print(toText(run, rows));
    return unfixed > 0 || run.failed > 0 || run.stopped !== null ? 1 : 0;
  },
};

async function toOptions({ billing, signal, print }: CommandContext, values: Values) {
  const adapter = billing.adapters.get(values.provider ?? billing.adapter.provider);
  if (!adapter) throw new UsageError(`Provider ${values.provider} has no key here`);
  const [yesEnd, paceMs] = [wholeNumber('yes-end', values), wholeNumber('pace', values)];
  if (yesEnd !== undefined && !values.fix) throw new UsageError('--yes-end requires --fix');
  const user = values.user === undefined ? undefined : await knownUser(billing, values.user);
  let shown = 0;
  return {
    adapter,
    fix: values.fix,
    trigger: 'command' as const,
    yesEnd,
    userId: user?.userId,
    paceMs,
    signal,
    onProgress({ customers, subscriptions }: { customers: number; subscriptions: number }) {
      if (values.json || customers - shown < PROGRESS_EVERY) return;
      shown = customers;
      print(`… ${customers} customers, ${subscriptions} subscriptions`);
    },
  };
}

function wholeNumber(name: 'yes-end' | 'pace', values: Values): number | undefined {
  const given = values[name];
  return given === undefined ? undefined : toWholeNumber(`--${name}`, given);
}

type Row = Pick<Drift, 'class' | 'provider' | 'userId' | 'providerSubscriptionId' | 'providerCustomerId'> &
  Pick<Drift, 'ours' | 'theirs' | 'fixed'>;

async function readDrifts(
  { database }: Billing,
  { id: runId }: ReconcileRun,
): Promise<{ rows: Row[]; unfixed: number }> {
  const { drift } = database.prisma;
  const [rows, unfixed] = await Promise.all([
    drift.findMany({
      where: { runId },
      orderBy: { id: 'asc' },
      take: MOST_SHOWN,
      omit: { id: true, runId: true, key: true, foundAt: true },
    }),
    drift.count({ where: { runId, fixed: false } }),
  ]);
  return { rows, unfixed };
}

function toText({ customers, subscriptions, failed, stopped }: ReconcileRun, drifts: Row[]): string {
  const rows = drifts.map((drift) => ({
    class: drift.class,
    provider: drift.provider,
    userId: drift.userId,
    about: drift.providerSubscriptionId || drift.providerCustomerId,
    ours: drift.ours,
    theirs: drift.theirs,
    fixed: drift.fixed,
  }));
  return [
    `${toTable(rows)}\n`,
    `${customers} customers, ${subscriptions} subscriptions, ${drifts.length} drifts`,
    ...(failed > 0 ? [`${failed} could not be compared; the next run retries them`] : []),
    ...(stopped === null ? [] : [stopped]),
  ].join('\n');
}
