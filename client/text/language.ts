import type { Copy } from './en.ts';

/** Languages by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const KEY = 'language';

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
  return chooseLanguage(storage()?.getItem(KEY) ?? null, navigator.languages);
}

export function keepLanguage(language: Language): void {
  storage()?.setItem(KEY, language);
}

/** Only the language in use is loaded. */
export async function loadCopy(language: Language): Promise<Copy> {
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en;
}

/** Browsers may forbid storage by throwing. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
