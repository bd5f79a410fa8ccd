import type { IncomingHttpHeaders } from 'node:http';

/** For whom a document is written. */
export interface Reader {
  language: 'en' | 'de';
  /** BCP 47. */
  locale: string;
}

/** Whose numbers and dates differ from their language's own; others get those, and few documents are written. */
const VARIANTS = ['en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA', 'de-AT', 'de-CH', 'de-DE'];

/** The language that was chosen before, else the first of the browser's that we have, else English. */
export function readerOf({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Reader {
  const tags = accepted.split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const kept = /(?:^|; )billing\.language=(en|de)(?:;|$)/.exec(cookie)?.[1];
  const found = kept ?? tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'de');
  const language = found === 'de' ? 'de' : 'en';
  const own = tags.find((tag) => tag.split('-')[0]?.toLowerCase() === language);
  return { language, locale: own && VARIANTS.includes(own) ? own : language };
}

/** Whether the request shows a session of our own accounts, valid or not. */
export function showsSession({ cookie = '' }: IncomingHttpHeaders): boolean {
  return cookie.includes('billing.session_token=');
}
