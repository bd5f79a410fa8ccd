import { paymentsDe } from './payments.de.ts';
import { paymentsEn } from './payments.en.ts';
import { useText } from './useText.tsx';

const texts = { en: paymentsEn, de: paymentsDe };

/** All texts, with those of payments, in a chunk of their own: whoever looks at the plans first has none. */
export function usePaymentText() {
  const { copy, ...text } = useText();
  return { ...text, copy: { ...copy, ...texts[text.language] } };
}
