import { lazyCopy } from './lazyCopy.ts';
import { useText } from './useText.tsx';

export const pageCopy = lazyCopy(async (language) =>
  language === 'de' ? (await import('./pages.de.ts')).pagesDe : (await import('./pages.en.ts')).pagesEn,
);

/** All texts, with those that the plans page does without. */
export function usePageText() {
  const { copy, ...text } = useText();
  return { ...text, copy: { ...copy, ...pageCopy.use(text.language) } };
}
