import type { Price } from '../core/records.ts';

/** Currencies whose minor units differ from those of Intl. */
const TWO_DECIMALS = new Set(['UGX', 'ISK']);

/** `$9.90` for 990 usd, `¥990` for 990 jpy. */
export function money(minorUnits: number, currency: string): string {
  const code = currency.toUpperCase();
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const digits = TWO_DECIMALS.has(code) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return format.format(minorUnits / 10 ** digits);
}

export function day(at: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

export function moment(at: number): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}

/** `per month`, `per year`, `once`. */
export function rhythm({ interval }: Pick<Price, 'interval'>): string {
  return interval === 'one_time' ? 'once' : `per ${interval}`;
}

export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
