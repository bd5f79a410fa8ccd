import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { finishRestore, RestoreRefused, type RestoreReport } from '../billing/restore/finishRestore.ts';
import { readErased } from '../billing/restore/repeatErasures.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { type Audit, auditOf } from './user.ts';
import { toWholeNumber } from './values.ts';

const text = { type: 'string' } as const;
const options = { reason: text, erased: text, pace: text, json: { type: 'boolean', default: false } } as const;

export const restoreCommand: Command = {
  reachesAll: true,
  summary: 'finish a database that was restored from a backup: bring in what it lacks, then open selling',
  usage: `billing restore finish --reason TEXT [--erased FILE] [--pace MILLISECONDS] [--json]

Run it when the service was started with RECOVERY=on. The accounts of all providers whose key is set are read, and what
happened since the backup is recorded; nothing is charged, ended or mailed. What accounts made since the backup bought
goes to whoever proves their address. --erased: the users who deleted their account since the backup, one id a line, or
the service's log lines of that time; they are deleted again. One that was stopped goes on where it was.`,
  example: 'billing restore finish --erased service.log --reason "Disk of the database lost, ticket 4711"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.join() !== 'finish') throw new UsageError('Say what to do: billing restore finish');
    const report = await finish(context, { ...values, ...auditOf(values) });
    context.print(values.json ? JSON.stringify(report, null, 2) : toText(report));
    return isClear(report) ? 0 : 1;
  },
};

interface Given extends Audit {
  erased?: string;
  pace?: string;
  json: boolean;
}

async function finish({ billing, signal, print }: CommandContext, given: Given): Promise<RestoreReport> {
  const { reason, actor, json } = given;
  const erased = given.erased === undefined ? undefined : readErased(readFileSync(given.erased, 'utf8'));
  const paceMs = given.pace === undefined ? undefined : toWholeNumber('--pace', given.pace);
  const onProgress = ({ customers, subscriptions }: { customers: number; subscriptions: number }) => {
    if (!json) print(`… ${customers} customers, ${subscriptions} subscriptions`);
  };
  return finishRestore(billing, { reason, erased, paceMs, signal, onProgress, actor }).catch((error) => {
    if (error instanceof RestoreRefused) throw new Error(`Nothing was opened: ${error.message}`, { cause: error });
    throw error;
  });
}

const payingNobody = ({ providers }: RestoreReport) =>
  providers.flatMap(({ nobody }) => nobody.filter(({ pays }) => pays !== null));

const isClear = (report: RestoreReport): boolean =>
  payingNobody(report).length + report.planless.length + report.lost.unreachable.length === 0 && report.erased !== null;

function toText(report: RestoreReport): string {
  const { since, providers, events, lost, erased, planless } = report;
  const nobody = payingNobody(report);
  return [
    `Selling is open. Since the backup (${since}):`,
    toTable(providers.map(({ provider, taken }) => ({ provider, ...taken }))),
    ...events.map(({ provider, applied }) => `${applied} events of ${provider} had not arrived here`),
    `Accounts that were lost: ${lost.given} found again, ${lost.waiting} wait for who proves their address`,
    ...(lost.unreachable.length > 0 ? [`Without an address (billing move): ${lost.unreachable.join(' ')}`] : []),
    erased === null
      ? 'Who deleted their account since the backup is not known here (--erased): they are back'
      : `${erased} deletions were repeated`,
    ...(nobody.length > 0
      ? ['', 'They pay and are nobody’s (billing link)', toTable(nobody.map((row) => ({ ...row })))]
      : []),
    ...(planless.length > 0
      ? ['', 'One-time purchases that tell no plan (billing grant)', toTable(planless.map((row) => ({ ...row })))]
      : []),
  ].join('\n');
}
