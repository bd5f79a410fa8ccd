import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SandboxPrice } from './options.ts';

const intervals = ['month', 'year', 'one_time'] as const;

/** The part of a plans file that is read; amounts are decimal strings. */
interface PlansFile {
  currency: string;
  plans: Record<string, FilePlan>;
}

interface FilePlan {
  texts: { en: { name: string } };
  prices?: Partial<Record<SandboxPrice['interval'], string>>;
  trial_days?: number;
  seats?: { max?: number | string };
}

/** The prices of a standalone sandbox: every price of a plans file, as `price_<plan>_<interval>`. */
export function readPrices(file: string): SandboxPrice[] {
  const { currency, plans } = parse(readFileSync(file, 'utf8')) as PlansFile;
  return Object.entries(plans).flatMap(([plan, { texts, prices = {}, seats, trial_days: trialDays = 0 }]) =>
    intervals.flatMap((interval) => {
      const amount = prices[interval];
      if (amount === undefined) return [];
      const trial = interval === 'one_time' ? {} : { trialDays };
      const perSeat = (seats?.max ?? 1) !== 1;
      const price = {
        id: `price_${plan}_${interval}`,
        plan,
        label: texts.en.name,
        interval,
        currency,
        perSeat,
        ...trial,
      };
      return [{ ...price, amount: minorUnits(amount, currency) }];
    }),
  );
}

function minorUnits(decimal: string, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.round(Number(decimal) * 10 ** maximumFractionDigits);
}
