import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importAccount } from '../billing/sync/import/importAccount.ts';
import { MapError, type OwnerMap, readOwnerMap, toOwnerCsv } from '../billing/sync/import/importInput.ts';
import type { ImportReport } from '../billing/sync/import/importReport.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { toDate, toWholeNumber } from './values.ts';

const MOST_SHOWN = 50;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  map: text,
  'trust-metadata': text,
  since: text,
  unowned: text,
  provider: text,
  pace: text,
  'dry-run': flag,
  json: flag,
} as const;

export const importCommand: Command = {
  reachesAll: true,
  summary: 'record the customers, subscriptions and payments that the provider has and we don’t',
  usage: `billing import [--map FILE] [--trust-metadata KEY] [--since DATE] [--unowned FILE] [--dry-run] [--provider P]
       [--pace MILLISECONDS] [--json]

--map: CSV with the header customer,user; a customer by the provider's id or its address, a user by id or address (of
the account that proves it, now or later). --trust-metadata: our user id is in this key of the customer's metadata,
which no buyer can write. Else the user that the provider's record names, or who has proven the customer's address.
--since: payments since then, not only of the running periods. --unowned: writes the customers without a user to a file
for --map. The provider is only read: nothing is sold, ended or mailed. An import that was stopped goes on where it was.`,
  example: 'billing import --map users.csv --dry-run',
  async run(context, args) {
    const { values } = parseArgs({ args, options });
    const report = await importAccount(context.billing, { ...how(context, values), input: toInput(values) });
    if (values.unowned !== undefined) writeFileSync(values.unowned, toOwnerCsv(report.nobody));
    context.print(values.json ? JSON.stringify(report, null, 2) : toText(report));
    const paying = report.nobody.filter(({ pays }) => pays !== null);
    const isClear = report.stopped === null && report.failed + paying.length + report.others.length === 0;
    return isClear ? 0 : 1;
  },
};

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function how({ billing, signal, print }: CommandContext, values: Values) {
  const adapter = billing.adapters.get(values.provider ?? billing.adapter.provider);
  if (!adapter) throw new UsageError(`Provider ${values.provider} has no key here`);
  const onProgress = ({ customers, subscriptions }: { customers: number; subscriptions: number }) => {
    if (!values.json) print(`… ${customers} customers, ${subscriptions} subscriptions`);
  };
  const paceMs = values.pace === undefined ? undefined : toWholeNumber('--pace', values.pace);
  return { adapter, dryRun: values['dry-run'] ?? false, paceMs, signal, onProgress };
}

function toInput({ map, 'trust-metadata': trustedKey, since }: Values) {
  return {
    map: map === undefined ? undefined : readMap(map),
    trustedKey,
    since: since === undefined ? undefined : toDate('--since', since).toISOString(),
  };
}

function readMap(file: string): OwnerMap {
  try {
    return readOwnerMap(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof MapError) throw new UsageError(`${file}: ${error.message}`);
    throw new UsageError(`--map: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function toText(report: ImportReport): string {
  const { taken, known, nobody, others, twoLive, unclassified, failed, stopped, dryRun } = report;
  // A dry run reads no lists of money.
  const counted = Object.entries(taken).filter(([name]) => !dryRun || name in known);
  const rows = counted.map(([name, count]) => ({
    '': name,
    [dryRun ? 'to take' : 'taken']: count,
    known: name in known ? known[name as keyof typeof known] : '',
  }));
  const paying = nobody.filter(({ pays }) => pays !== null).length;
  return [
    ...(stopped === null ? [] : [stopped]),
    ...section('Prices whose plan is unknown', unclassified, ({ priceId, customers }) => ({
      price: priceId,
      payers: customers.length,
      customers: customers.slice(0, 5).join(' '),
    })),
    toTable(rows),
    ...section(`Nobody’s: ${nobody.length}, of whom ${paying} pay`, nobody, (row) => row),
    ...section('Customers of another user (billing move)', others, (row) => row),
    ...section('Users with two live subscriptions', twoLive, ({ userId, subscriptions }) => ({
      user: userId,
      subscriptions: subscriptions.join(' '),
    })),
    ...(failed > 0 ? [`${failed} pages could not be read or recorded: run it again`] : []),
  ].join('\n');
}

function section<T>(title: string, found: readonly T[], toRow: (item: T) => object): string[] {
  if (found.length === 0) return [];
  const rows = found.slice(0, MOST_SHOWN).map((item) => ({ ...toRow(item) }) as Record<string, unknown>);
  const more = found.length > MOST_SHOWN ? [`… and ${found.length - MOST_SHOWN} more (--json shows all)`] : [];
  return ['', title, toTable(rows), ...more];
}
