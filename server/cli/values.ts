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

export function toDate(option: string, value: string): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new UsageError(`${option} takes a date, such as 2026-11-21T08:00Z`);
  return date;
}
