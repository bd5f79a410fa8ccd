import { parseArgs } from 'node:util';
import type { Billing } from '../billing/context.ts';
import { type LedgerFilter, listLedger } from '../billing/ledger/ledger.ts';
import { outcomes } from '../billing/records/outcome.ts';
import type { Command } from './command.ts';
import { toTable } from './table.ts';
import { knownUser } from './user.ts';
import { toDate, toOneOf, toWholeNumber } from './values.ts';

const filterOptions = {
  outcome: { type: 'string' },
  provider: { type: 'string' },
  type: { type: 'string' },
  user: { type: 'string' },
  since: { type: 'string' },
} as const;

interface FilterValues {
  outcome?: string;
  provider?: string;
  type?: string;
  user?: string;
  since?: string;
}

/** The filter that the shared options of `events` and `resend` describe. */
export async function toFilter(billing: Billing, values: FilterValues): Promise<LedgerFilter> {
  const { user, since, outcome, ...rest } = values;
  return {
    ...rest,
    userId: user === undefined ? undefined : (await knownUser(billing, user)).userId,
    outcome: outcome === undefined ? undefined : toOneOf('--outcome', outcomes, outcome),
    since: since === undefined ? undefined : toDate('--since', since),
  };
}

export const eventsCommand: Command = {
  summary: 'list the deliveries of the ledger, newest first',
  usage: `billing events [--outcome ${outcomes.join('|')}] [--provider P] [--type T] [--user U]
         [--since DATE] [--limit N] [--json]
50 of them unless --limit says another number`,
  async run({ billing, print }, args) {
    const options = { ...filterOptions, limit: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { limit = '50', json, ...filter } = parseArgs({ args, options }).values;
    const page = { limit: toWholeNumber('--limit', limit, 1) };
    const { entries } = await listLedger(billing, await toFilter(billing, filter), page);
    const rows = entries.map(({ id, receivedAt, provider, nativeType, outcome, deliveries, reason, error }) => ({
      id,
      receivedAt,
      provider,
      type: nativeType,
      outcome,
      deliveries,
      why: error ?? reason,
    }));
    print(json ? JSON.stringify(entries, null, 2) : toTable(rows));
    return 0;
  },
};
