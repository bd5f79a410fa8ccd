import type { Language } from './language.ts';

/** What people are told by mail. */
export type MailKind =
  | 'verify'
  | 'account_exists'
  | 'reset'
  | 'approve_change'
  | 'confirm_change'
  | 'address_changed'
  | 'new_device'
  | 'two_subscriptions'
  | 'duplicate_ended';

/** A mail that is still to be put into words. */
export interface MailRequest {
  kind: MailKind;
  to: string;
  language: Language;
  /** Where its button leads, absolute. */
  link?: string;
  /** What is told beside: another address, or a device. */
  about?: string;
}

/** A mail as it is sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The words of one kind of mail. */
export interface Wording {
  subject: string;
  /** Its paragraphs; `about` as in the request. */
  body: (about: string) => string[];
  /** On the button; absent: it has none. */
  action?: string;
  /** What whoever didn't expect it should do. */
  note: string;
}

export interface MailTexts {
  kinds: Record<MailKind, Wording>;
  /** Stands before the link for those whose program shows no buttons. */
  linkHint: string;
}
