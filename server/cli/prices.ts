import { parseArgs } from 'node:util';
import { taxAs } from '../billing/plans/priceDifference.ts';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';

export const pricesCommand: Command = {
  summary: 'compare the displayed prices with those that the provider charges',
  usage: `billing prices [--provider P] [--json]
Exit code 1 if a price on sale differs (it is not sold until both agree), or if a plan with several seats has a price that
is not per seat. Earlier price ids are listed too. Tax is included, on top (the provider adds it), or unknown (there is
none, or the provider does not say)`,
  async run({ billing, signal, print }, args) {
    const options = { provider: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { provider, json } = parseArgs({ args, options }).values;
    const adapter = billing.adapters.get(provider ?? billing.adapter.provider);
    if (!adapter) throw new UsageError(`Provider ${provider} is neither active nor draining`);
    const compared = await comparePrices(billing, adapter, { signal });
    const rows = compared.map(
      ({ plan, interval, ours, theirs, id, taxIncluded, isOffered, differs, refusesSeats }) => ({
        plan,
        interval,
        ours: isOffered ? ours : '(of before)',
        theirs,
        tax: taxAs(taxIncluded),
        id,
        '': differs ? 'differs: not sold' : refusesSeats ? 'not per seat: sold with one seat only' : '',
      }),
    );
    print(json ? JSON.stringify(compared, null, 2) : toTable(rows));
    return compared.some(({ differs, refusesSeats }) => differs || refusesSeats) ? 1 : 0;
  },
};
