import { compose, priceIn } from './compose.ts';
import { dateIn, momentIn, timeIn } from './dates.ts';
import type { Language } from './language.ts';
import type { Mail, MailFacts, MailKind } from './message.ts';

export const LINK = `https://billing.example.com/verify-address?next=%2Fpricing&token=${'Zm9vYmFy'.repeat(5)}`;
const ADDRESS = 'ada.lovelace@analytical-engine.example.com';

/** What each kind is about, and whether it has a link. */
const kinds: Record<MailKind, { about?: string; hasLink?: false }> = {
  verify: {},
  verify_buyer: { about: ADDRESS },
  account_exists: {},
  reset: {},
  approve_change: { about: ADDRESS },
  confirm_change: {},
  address_changed: { about: ADDRESS, hasLink: false },
  new_device: { about: 'Chrome, Windows' },
  two_subscriptions: { about: 'Pro, Starter' },
  duplicate_ended: { about: 'Pro' },
  cancel_link: {},
  cancel_received: { hasLink: false },
  cancel_done: {},
  withdrawal_received: { hasLink: false },
  trial_ends: {},
  renewal_ahead: {},
};
export const mailKinds = Object.keys(kinds) as MailKind[];

/** A mail of a kind that says all that it may. */
export function sampleMail(kind: MailKind, language: Language, facts: Partial<MailFacts> = {}): Mail {
  const { about, hasLink = true } = kinds[kind];
  const link = hasLink ? LINK : undefined;
  return compose({ kind, to: ADDRESS, language, about, link, facts: { ...factsOf(kind, language), ...facts } });
}

function factsOf(kind: MailKind, language: Language): Partial<MailFacts> {
  const at = new Date('2026-11-30T09:41:07Z');
  const plan = `Pro, ${priceIn(language, { amount: '9.90', currency: 'usd', interval: 'month', taxIncluded: false })}`;
  const [date, time] = [dateIn(language, at), timeIn(language, at)];
  const quote = 'Ada Lovelace · Pro · Too few projects';
  return {
    number: 'C-7K2M-9QXF',
    received: momentIn(language, at),
    quote,
    wish: 'date',
    wishedFor: date,
    name: 'Pro',
    plan: kind === 'cancel_done' ? `${plan}: ${date}` : plan,
    date,
    time,
  };
}
