import type { ClassifiedPrice } from '../sync/prices/listPriceClasses.ts';
import { type Finding, look, ok, type Patient, wrong } from './finding.ts';

/** Whose the prices of the account are: ours, of the company's other products, or nobody knows. */
export function checkClasses({ prefix }: Pick<Patient, 'prefix'>, all: readonly ClassifiedPrice[]): Finding[] {
  const of = (name: ClassifiedPrice['class']) => all.filter((price) => price.class === name);
  const payersOf = (prices: readonly ClassifiedPrice[]) => prices.reduce((sum, { payers }) => sum + (payers ?? 0), 0);
  const [ours, ignored] = [of('ours'), of('ignored')];
  const paid = of('unclassified').filter(({ payers, notIgnored }) => payers && !notIgnored);
  return [
    ok('prices', `${ours.length} prices are ours, with ${payersOf(ours)} payers; ${ignored.length} are ignored.`),
    ...all
      .filter(({ notIgnored }) => notIgnored)
      .map(({ id, payers }) =>
        wrong(
          'prices',
          `${id} is not ignored: ${payers} of its payers have a plan here.`,
          `Take it out of ${prefix}_PRICE_IGNORE, or end their subscriptions.`,
        ),
      ),
    ...paid.map(({ id, payers }) =>
      wrong(
        'prices',
        `${id} is unclassified, with ${payers} payers: they can't buy here, and keep a plan only for a while.`,
        `Add it to ${prefix}_PRICE_<PLAN>_<INTERVAL>, or to ${prefix}_PRICE_IGNORE if it is of another product.`,
      ),
    ),
    ...of('unclassified')
      .filter(({ payers }) => !payers)
      .map(({ id }) => look('prices', `${id} is unclassified, without payers.`)),
  ];
}
