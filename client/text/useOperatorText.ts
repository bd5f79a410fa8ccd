import { lazyCopy } from './lazyCopy.ts';
import { usePageText } from './usePageText.ts';

const operatorCopy = lazyCopy(async (language) =>
  language === 'de' ? (await import('./operator.de.ts')).operatorDe : (await import('./operator.en.ts')).operatorEn,
);

/** All texts, with those of the operators' pages, which nobody else has to load. */
export function useOperatorText() {
  const { copy, ...text } = usePageText();
  return { ...text, copy: { ...copy, ...operatorCopy.use(text.language) } };
}
