import type { Filled, RemarkSentence } from '../../adapters/remarks.ts';

/** All that the ledger says of an event; the operators' pages have each in German. */
export type LedgerSentence =
  | RemarkSentence
  // ignored
  | 'it is about another product of the company (PRICE_IGNORE)'
  | 'nothing to apply'
  | 'unknown type'
  // unmatched
  | 'its payment is not known yet'
  | 'names no known user'
  // stale
  | 'not newer than what was applied'
  | 'same instant as the last applied event: the provider decides'
  | 'the record changed meanwhile'
  // applied, or stale
  | 'its customer belongs to another user or to nobody: left unlinked'
  // failed
  | 'the database refused it ({})';

export type LedgerRemark = Filled<LedgerSentence>;
