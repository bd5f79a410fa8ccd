import { ledgerDe } from './ledger.de.ts';
import { ledgerEn } from './ledger.en.ts';
import { usePageText } from './usePageText.ts';

const texts = { en: ledgerEn, de: ledgerDe };

/** The copy of the page of all payments, in a chunk of its own: whoever looks at the plans has none. */
export function useLedgerText() {
  const text = usePageText();
  return { ...text, ledger: texts[text.language] };
}
