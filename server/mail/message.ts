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
  | 'duplicate_ended'
  | EndsKind;

/** About the end of what somebody pays for, or what comes before it goes on. */
export type EndsKind =
  | 'cancel_link'
  | 'cancel_received'
  | 'cancel_done'
  | 'withdrawal_received'
  | 'trial_ends'
  | 'renewal_ahead';

/** Details in the text, in the reader's language; absent ones are empty. */
export interface MailFacts {
  /** Of a request. */
  number: string;
  received: string;
  /** In the asker's own words. */
  quote: string;
  wish: 'period_end' | 'date' | 'now';
  wishedFor: string;
  /** Of a plan: alone, and with what it costs. */
  name: string;
  plan: string;
  /** A payment for it has failed, and is still asked for. */
  isDue: boolean;
  date: string;
  time: string;
}

/** What a mail is about. */
export interface MailSubject {
  subscriptionId: string;
  /** Of the charge that it announces, ISO 8601. */
  chargeAt?: string;
}

/** A mail that is not composed yet. */
export interface MailRequest {
  kind: MailKind;
  to: string;
  language: Language;
  /** The absolute URL of its button. */
  link?: string;
  /** A detail in the text: another address, a device or a plan. */
  about?: string;
  facts?: Partial<MailFacts>;
  /** Something that may change while the mail waits: it is composed anew when it is sent, if it is still true. */
  concerns?: MailSubject;
  /** From then on it is not sent any more: its date has passed, or its link no longer works. */
  until?: Date;
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
  subject: string | ((facts: MailFacts) => string);
  /** Its paragraphs; `about` and `facts` as in the request. */
  body: (about: string, facts: MailFacts) => string[];
  /** The button's label; absent: no button. */
  action?: string;
  /** Advice for recipients who did not expect the mail. */
  note: string;
}

export type EndsTexts = Record<EndsKind, Wording>;

export interface MailTexts {
  kinds: Record<MailKind, Wording>;
  /** The text before the plain link, for mail programs without buttons. */
  linkHint: string;
  /** In place of the name of a plan that nobody knows. */
  unknownPlan: string;
  /** A price to which tax is added. */
  plusTax(price: string): string;
  /** A price of each period. */
  per: Record<'month' | 'year', (price: string) => string>;
}
