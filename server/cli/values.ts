import { UsageError } from './command.ts';

export function toOneOf<T extends string>(option: string, known: readonly T[], value: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${option} takes one of ${known.join(', ')}`);
  return found;
}

export function toWholeNumber(option: string, value: string, min = 0): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < min) {
    throw new UsageError(`${option} takes a whole number${min > 0 ? ` from ${min}` : ''}`);
  }
  return number;
}

/** As ISO 8601 writes dates: others have a year that nobody meant, and a day that a month lacks would be the next one's. */
const DATE = /^\d{4}(-\d{2}(-(\d{2})([T ].+)?)?)?$/;

export function toDate(option: string, value: string): Date {
  const [, , , day] = DATE.exec(value) ?? [];
  const date = new Date(DATE.test(value) ? value : Number.NaN);
  const isThere = day === undefined || new Date(value.slice(0, 10)).getUTCDate() === Number(day);
  if (Number.isNaN(date.getTime()) || !isThere)
    throw new UsageError(`${option} takes a date, such as 2026-11-21T08:00Z`);
  return date;
}
