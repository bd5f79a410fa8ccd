import type { FirstCopy } from './en.ts';

/** Languages by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** A cookie, so that the server writes the plans in the same language. */
const COOKIE = 'billing.language';

function isLanguage(value: string | null | undefined): value is Language {
  return value != null && Object.hasOwn(languages, value);
}

/** The kept language, else the first one of the browser's that we have, else English. */
export function chooseLanguage(kept: string | null, preferred: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return preferred.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** The reader's own variant of a language (`en-GB` for `en`), for numbers and dates. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}

export function readLanguage(): Language {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  return chooseLanguage(kept?.slice(COOKIE.length + 1) ?? null, navigator.languages);
}

export function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** Only the language in use is loaded. */
export async function loadCopy(language: Language): Promise<FirstCopy> {
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en;
}
