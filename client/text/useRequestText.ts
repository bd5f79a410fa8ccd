import { requestsDe } from './requests.de.ts';
import { requestsEn } from './requests.en.ts';
import { usePageText } from './usePageText.ts';

const texts = { en: requestsEn, de: requestsDe };

/** The copy of ends that are asked for, in chunks of their own: most readers never need it. */
export function useRequestText() {
  const text = usePageText();
  return { ...text, requests: texts[text.language] };
}
