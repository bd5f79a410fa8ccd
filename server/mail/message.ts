import type { Language } from './language.ts';

/** The kinds of mails. */
export type MailKind =
  | 'verify'
  | 'verify_buyer'
  | 'account_exists'
  | 'reset'
  | 'approve_change'
  | 'confirm_change'
  | 'address_changed'
  | 'new_device'
  | 'two_subscriptions'
  | 'duplicate_ended';

/** A mail that is not composed yet. */
export interface MailRequest {
  kind: MailKind;
  to: string;
  language: Language;
  /** The absolute URL of its button. */
  link?: string;
  /** A detail in the text: another address, a device or a plan. */
  about?: string;
}

/** A composed mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The texts of one kind of mail. */
export interface Wording {
  subject: string;
  /** Its paragraphs; `about` as in the request. */
  body: (about: string) => string[];
  /** The button's label; absent: no button. */
  action?: string;
  /** Advice for recipients who did not expect the mail. */
  note: string;
}

export interface MailTexts {
  kinds: Record<MailKind, Wording>;
  /** The text before the plain link, for mail programs without buttons. */
  linkHint: string;
  /** A price to which tax is added. */
  plusTax(price: string): string;
  /** A price of each period. */
  per: Record<'month' | 'year', (price: string) => string>;
}
