import type { Language } from './language.ts';

/** A day as readers of the language write it out. Nobody told their time zone. */
export function dateIn(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** The time of that day: a charge counts from it, and where its reader is it may be another day. */
export function timeIn(language: Language, at: Date): string {
  return `${new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;
}

/** The day and its time to the second, which counts for whoever has a deadline. */
export function momentIn(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
