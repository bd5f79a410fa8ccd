import { parseArgs } from 'node:util';
import type { Billing } from '../billing/context.ts';
import { type LedgerFilter, listLedger } from '../billing/ledger/ledger.ts';
import { isOpenOutcome, outcomes } from '../billing/records/outcome.ts';
import { fetchEvents } from '../billing/sync/fetchEvents.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
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
       billing events fetch --since DATE [--provider P] [--json]
Lists 50 deliveries unless --limit sets another number. fetch reads the provider's events since that time and applies
those that never arrived; exit code 1 if one is not applied. Stripe keeps events for 30 days; Creem has no event list`,
  example: 'billing events --outcome failed --since 2026-11-01',
  async run(context, args) {
    if (args[0] === 'fetch') return fetchMissing(context, args.slice(1));
    const { billing, print } = context;
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

async function fetchMissing({ billing, signal, print }: CommandContext, args: string[]): Promise<number> {
  const options = { since: { type: 'string' }, provider: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { since, provider, json } = parseArgs({ args, options }).values;
  if (since === undefined) throw new UsageError('Give a time: --since 2026-11-21T08:00Z');
  const adapter = billing.adapters.get(provider ?? billing.adapter.provider);
  if (!adapter) throw new UsageError(`Provider ${provider} is neither active nor draining`);
  const { listEvents } = adapter;
  if (!listEvents) {
    const instead = `billing reconcile --fix --provider ${adapter.provider}`;
    throw new Error(`${adapter.provider} has no event list: use \`${instead}\`, which compares every customer`);
  }
  const from = toDate('--since', since);
  const fetched = await fetchEvents(billing, { adapter: { ...adapter, listEvents }, since: from, signal });
  const { shown, known, ignored, events } = fetched;
  const open = events.filter(({ outcome }) => isOpenOutcome(outcome)).length;
  const counts = [`${known} known`, `${ignored} that change no record`, `${events.length} fetched`];
  const summary = `${adapter.provider} shows ${shown} events since ${from.toISOString()}: ${counts.join(', ')}`;
  print(json ? JSON.stringify(fetched, null, 2) : `${toTable(events.map((event) => ({ ...event })))}\n\n${summary}`);
  return open > 0 ? 1 : 0;
}
