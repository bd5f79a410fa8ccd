export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The stored language if it is supported, else English. */
export function knownLanguage(kept: string | null): Language {
  return languages.find((each) => each === kept) ?? 'en';
}

/** The preferred supported language of an Accept-Language header, else English. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return { language: tag.trim().split('-')[0]?.toLowerCase(), weight: Number(quality?.trim().slice(2) ?? 1) };
  });
  const known = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const found = known.map(({ language }) => languages.find((each) => each === language)).find(Boolean);
  return found ?? 'en';
}
