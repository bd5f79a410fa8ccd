import type { Language } from './language.ts';

/** A day as readers of the language write it out. Nobody told their time zone. */
export function dateIn(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** The same with the time, which counts for whoever has a deadline. */
export function momentIn(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
