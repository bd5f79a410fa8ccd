import type { ProviderReminders } from '../../adapters/diagnosis.ts';
import type { Billing } from '../context.ts';
import { type Finding, look, ok, type Patient } from './finding.ts';

type Mailing = Pick<Billing, 'ends' | 'outbox' | 'hasAccounts'>;

/** The law asks for a mail before somebody is charged who may not expect it: who sends it, and whether it is one. */
export function checkMails(
  { diagnosis: { company, places, sells } }: Patient,
  { ends: { reminders }, outbox, hasAccounts }: Mailing,
  theirs: ProviderReminders | null,
): Finding {
  const { trial, year } = reminders;
  const receipts = sells ? ` ${company} is the merchant of record and mails the receipts itself.` : '';
  const where = `${company} (${places.mails})`;
  const isSent = { trial: trial > 0, year: year > 0 };
  const why = !outbox ? 'MAIL_URL is not set' : !hasAccounts ? 'people sign in elsewhere' : null;
  const ours =
    why === null
      ? listOf([
          isSent.trial && `${trial} days before a trial ends`,
          isSent.year && `${year} days before a yearly renewal`,
        ])
      : '';
  const also = listOf([theirs?.trial && 'before a trial ends', theirs?.renewal && 'before a renewal']);
  if (!ours) {
    const says = `This service mails nobody before a charge: ${why ?? 'REMINDERS=off'}.${receipts}`;
    if (also) return ok('mails', `${says} ${company} mails people ${also}.`);
    return look('mails', says, `Have it done at ${where}, or here with REMINDERS.`);
  }
  const says = `This service mails people ${ours}.${receipts}`;
  if (also)
    return look(
      'mails',
      `${says} ${company} mails them too, ${also}.`,
      `Switch it off at ${where}, or here with REMINDERS=off.`,
    );
  if (theirs) return ok('mails', says);
  return look('mails', says, `Check at ${where} that nobody is told twice.`);
}

const listOf = (parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' and ');
