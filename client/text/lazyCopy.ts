import { use } from 'react';
import type { Language } from './language.ts';

/** Copy that only some pages need, by language; loaded with the first of them. */
export interface LazyCopy<Texts> {
  load(language: Language): Promise<Texts>;
  /** Suspends until it is there. */
  use(language: Language): Texts;
}

const parts: { isUsed(): boolean; load(language: Language): Promise<unknown> }[] = [];

export function lazyCopy<Texts extends object>(read: (language: Language) => Promise<Texts>): LazyCopy<Texts> {
  const loading = new Map<Language, Promise<Texts>>();
  function load(language: Language): Promise<Texts> {
    const begun = loading.get(language) ?? read(language);
    if (loading.has(language)) return begun;
    loading.set(language, begun);
    begun.then(
      // React reads these fields: what is there already is shown at once, without waiting for a promise.
      (value) => void Object.assign(begun, { status: 'fulfilled', value }),
      // What failed may be tried again.
      () => loading.delete(language),
    );
    return begun;
  }
  parts.push({ isUsed: () => loading.size > 0, load });
  return { load, use: (language) => use(load(language)) };
}

/** All that was shown so far, in another language, so that a change of it finds everything there. */
export async function loadShown(language: Language): Promise<void> {
  await Promise.all(parts.filter(({ isUsed }) => isUsed()).map((part) => part.load(language)));
}
