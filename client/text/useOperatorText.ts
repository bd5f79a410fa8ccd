import { operatorDe } from './operator.de.ts';
import { type OperatorCopy, operatorEn } from './operator.en.ts';
import { useText } from './useText.tsx';

const texts: Record<ReturnType<typeof useText>['language'], OperatorCopy> = { en: operatorEn, de: operatorDe };

/** All texts, with those of the operators' pages, which nobody else has to load. */
export function useOperatorText() {
  const { copy, ...text } = useText();
  return { ...text, copy: { ...copy, ...texts[text.language] } };
}
