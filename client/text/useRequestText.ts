import { requestsDe } from './requests.de.ts';
import { requestsEn } from './requests.en.ts';
import { useText } from './useText.tsx';

const texts = { en: requestsEn, de: requestsDe };

/** The copy of ends that are asked for, in chunks of their own: most readers never need it. */
export function useRequestText() {
  const text = useText();
  return { ...text, requests: texts[text.language] };
}
