import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutIntervals } from '../../adapters/adapter.ts';
import { type Catalogue, soldPlans } from '../../plans/catalogue.ts';
import type { Settings } from '../types.ts';

const madePrice = z.object({
  id: z.string(),
  plan: z.string(),
  interval: z.enum(checkoutIntervals),
  /** Of `currency`'s minor units. */
  amount: z.number(),
  currency: z.string(),
});
/** A price of the built-in sandbox that no setting names. Its amount never changes. */
type MadePrice = z.output<typeof madePrice>;

/**
 * A price for each amount of the plans file. An amount that `earlier` lacks gets a new id before the old ones, as a raised
 * price does at a provider: the first of a plan and interval is sold, and the others stay with those who pay them.
 */
export function makePrices(plans: Catalogue, earlier: readonly MadePrice[] = []): MadePrice[] {
  return soldPlans(plans).flatMap(({ name: plan, prices }) =>
    checkoutIntervals.flatMap((interval) => {
      const price = prices[interval];
      if (!price) return [];
      const { minorUnits: amount, currency } = price;
      const before = earlier.filter((each) => each.plan === plan && each.interval === interval);
      const same = before.find((each) => each.amount === amount && each.currency === currency);
      const first = `price_${plan}_${interval}`;
      const id = before.length === 0 ? first : `${first}_${amount}_${currency}`;
      return [same ?? { id, plan, interval, amount, currency }, ...before.filter((each) => each !== same)];
    }),
  );
}

type Place = Pick<Settings, 'plans' | 'provider' | 'dataDir'>;

/** The folder of the built-in sandbox's state. */
export const sandboxFolder = ({ dataDir, provider }: Omit<Place, 'plans'>) => join(dataDir, `sandbox-${provider}`);

const fileIn = (place: Place) => join(sandboxFolder(place), 'prices.json');

/** The prices by the plans file and by every start before, for a process that must not write. */
export const peekMadePrices = (place: Place): MadePrice[] => makePrices(place.plans, readEarlier(place));

/** The same, remembered for the next start. */
export function readMadePrices(place: Place): MadePrice[] {
  const earlier = readEarlier(place);
  const made = makePrices(place.plans, earlier);
  const ids = new Set(made.map(({ id }) => id));
  const all = [...made, ...earlier.filter(({ id }) => !ids.has(id))];
  mkdirSync(sandboxFolder(place), { recursive: true });
  const file = fileIn(place);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(all, null, 2), { flush: true });
  renameSync(fresh, file);
  return made;
}

function readEarlier(place: Place): MadePrice[] {
  try {
    return z.array(madePrice).parse(JSON.parse(readFileSync(fileIn(place), 'utf8')));
  } catch (error) {
    if ((Object(error) as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
