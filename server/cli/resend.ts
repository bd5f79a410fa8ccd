import { parseArgs } from 'node:util';
import type { Billing } from '../billing/context.ts';
import type { Applied } from '../billing/events/applyBatch.ts';
import { replayEvent } from '../billing/events/replayEvent.ts';
import { replayMatching } from '../billing/ledger/ledger.ts';
import { reasonsOf } from '../billing/ledger/reasonsOf.ts';
import { isOpenOutcome } from '../billing/records/outcome.ts';
import { AppError } from '../errors.ts';
import { type Command, UsageError } from './command.ts';
import { toFilter } from './events.ts';
import { toTable } from './table.ts';

export const resendCommand: Command = {
  summary: 'apply events of the ledger again; the order rule protects the records',
  usage: 'billing resend <ledger id> | --failed [--since DATE] | --since DATE  [--json]',
  example: 'billing resend --failed --since 2026-11-01',
  async run({ billing, print }, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { failed: { type: 'boolean' }, since: { type: 'string' }, json: { type: 'boolean' } },
    });
    const { failed, since, json } = values;
    const [id] = positionals;
    if (Boolean(id) === Boolean(failed || since)) throw new UsageError('Give one ledger id, --failed or --since');
    if (id && !/^\d{1,18}$/.test(id)) throw new UsageError('A ledger id is a number');
    const filter = await toFilter(billing, { since, ...(failed ? { outcome: 'failed' } : {}) });
    const results = id ? [{ id, applied: await replayOne(billing, id) }] : await replayMatching(billing, filter);
    const rows = await toRows(billing, results);
    print(json ? JSON.stringify(rows, null, 2) : toTable(rows));
    return rows.some(({ outcome }) => isOpenOutcome(outcome)) ? 1 : 0;
  },
};

const STALE = 'the records already have this or a newer event';

async function toRows(billing: Billing, results: { id: string; applied: Applied }[]) {
  const why = await reasonsOf(
    billing,
    results.map(({ id }) => id),
  );
  return results.map(({ id, applied: { outcome } }) => ({
    id,
    outcome,
    why: why.get(id) ?? (outcome === 'stale' ? STALE : undefined),
  }));
}

function replayOne(billing: Billing, id: string): Promise<Applied> {
  return replayEvent(billing, id).catch((error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === 'not_found';
    throw isUnknown ? new Error(`The ledger has no event ${id} that can be applied again`) : error;
  });
}
