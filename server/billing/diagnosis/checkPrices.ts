import { checkoutIntervals } from '../../adapters/adapter.ts';
import { soldPlans } from '../../plans/catalogue.ts';
import { taxAs } from '../../plans/priceDifference.ts';
import type { With } from '../context.ts';
import type { ComparedPrice } from '../sync/prices/comparePrices.ts';
import { type Finding, look, ok, type Patient, wrong } from './finding.ts';

/** Prices that differ from the displayed ones, displayed plans without a price, and how the tax relates to prices. */
export function checkPrices(
  { diagnosis: { company }, prefix }: Patient,
  { plans }: With<'plans'>,
  compared: readonly ComparedPrice[],
): Finding[] {
  const settingOf = (plan: string, interval: string) => `${prefix}_PRICE_${plan}_${interval}`.toUpperCase();
  const offered = compared.filter(({ isOffered }) => isOffered);
  const differing = offered
    .filter(({ differs }) => differs)
    .map(({ plan, interval, id, ours, theirs }) =>
      wrong(
        'prices',
        `${plan} is displayed as ${ours}, but ${company} has ${id} as ${theirs}: it is not sold.`,
        `Set that price in the plans file, or another id in ${settingOf(plan, interval)}.`,
      ),
    );
  const withoutSeats = offered
    .filter(({ refusesSeats }) => refusesSeats)
    .map(({ plan, interval, id }) =>
      wrong(
        'prices',
        `${plan} is sold per seat, but ${id} at ${company} is not a per-seat price: only one seat can be bought.`,
        `Set the id of a per-seat price in ${settingOf(plan, interval)}, or \`max: 1\` for its seats in the plans file.`,
      ),
    );
  const unset = soldPlans(plans).flatMap(({ name, prices }) =>
    checkoutIntervals
      .filter((interval) => prices[interval])
      .filter((interval) => !offered.some((price) => price.plan === name && price.interval === interval))
      .map((interval) => settingOf(name, interval)),
  );
  if (offered.length === 0)
    return [
      wrong(
        'prices',
        'No price is configured: nothing can be bought.',
        `Set ${unset.join(', ') || `${prefix}_PRICE_…`}.`,
      ),
    ];
  const agreed = offered.length - differing.length;
  return [
    ...differing,
    ...withoutSeats,
    ...(agreed > 0
      ? [ok('prices', `${company} charges the displayed amount for ${agreed} of ${offered.length} prices.`)]
      : []),
    ok('prices', taxOf(offered)),
    ...(unset.length > 0 ? [look('prices', `Not sold, because no price is configured: ${unset.join(', ')}.`)] : []),
  ];
}

/** Unknown is mostly none: without `CHECKOUT_TAX`, a provider that leaves tax to the seller adds none. */
function taxOf(offered: readonly ComparedPrice[]): string {
  const modes = [
    ['on top of', 'on top'],
    ['included in', 'included'],
    ['none or unknown for', 'unknown'],
  ] as const;
  const parts = modes.flatMap(([words, mode]) => {
    const those = offered.filter(({ taxIncluded }) => taxAs(taxIncluded) === mode);
    const named = those.map(({ plan, interval }) => `${plan} ${interval}`).join(', ');
    return those.length === 0 ? [] : `${words} ${those.length === offered.length ? 'all prices' : named}`;
  });
  return `Tax is ${parts.join('; ')}.`;
}
