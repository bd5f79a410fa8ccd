import { use } from 'react';
import type { Language } from './language.ts';

/** Copy that only some pages need, by language; loaded with the first of them. */
export interface LazyCopy<Texts> {
  load(language: Language): Promise<Texts>;
  /** Suspends until it is there. */
  use(language: Language): Texts;
}

const parts: { isUsed(): boolean; load(language: Language): Promise<unknown> }[] = [];

export function lazyCopy<Texts>(read: (language: Language) => Promise<Texts>): LazyCopy<Texts> {
  const loaded = new Map<Language, Texts>();
  const loading = new Map<Language, Promise<Texts>>();
  async function fetchTexts(language: Language): Promise<Texts> {
    try {
      const texts = await read(language);
      loaded.set(language, texts);
      return texts;
    } finally {
      // What failed may be tried again.
      if (!loaded.has(language)) loading.delete(language);
    }
  }
  function load(language: Language): Promise<Texts> {
    const begun = loading.get(language) ?? fetchTexts(language);
    loading.set(language, begun);
    return begun;
  }
  parts.push({ isUsed: () => loading.size > 0, load });
  return { load, use: (language) => loaded.get(language) ?? use(load(language)) };
}

/** All that was shown so far, in another language, so that a change of it finds everything there. */
export async function loadShown(language: Language): Promise<void> {
  await Promise.all(parts.filter(({ isUsed }) => isUsed()).map((part) => part.load(language)));
}
