import { parseArgs } from 'node:util';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import { type ClassifiedPrice, listPriceClasses } from '../billing/sync/prices/listPriceClasses.ts';
import { taxAs } from '../plans/priceDifference.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';

export const pricesCommand: Command = {
  summary: 'compare the displayed prices with those that the provider charges',
  usage: `billing prices [--provider P] [--json]
Then lists whose each price of the account is, with the number of its payers: ours, ignored (<P>_PRICE_IGNORE) or
unclassified. Exit code 1 if a price on sale differs (it is not sold until both agree), if a plan with several seats has a
price that is not per seat, if a price with payers is unclassified, or if one is not ignored that should be. Earlier price ids are listed too. Tax is included, on top (the provider adds it), or unknown (there is
none, or the provider does not say)`,
  example: 'billing prices --provider alpha',
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
    const classes = await listPriceClasses(billing, adapter.provider);
    if (json) print(JSON.stringify({ prices: compared, classes }, null, 2));
    else print(`${toTable(rows)}\n\n${toTable(classes.map(toRow))}`);
    const isWrong =
      compared.some(({ differs, refusesSeats }) => differs || refusesSeats) ||
      classes.some((price) => price.notIgnored || (price.class === 'unclassified' && price.payers));
    return isWrong ? 1 : 0;
  },
};

function toRow({ id, class: name, plan, payers, notIgnored }: ClassifiedPrice) {
  const note = notIgnored ? 'not ignored: its payers have a plan here' : '';
  return { id, whose: name, plan: plan ?? '', payers: payers === null ? 'not recorded' : `${payers}`, '': note };
}
