import type { Prisma } from '../../database/client.ts';
import type { Subscription } from '../../database/generated/client.ts';
import { mailAddressOf } from '../../database/reads/accountAddress.ts';
import { dateIn, timeIn } from '../../mail/dates.ts';
import { knownLanguage } from '../../mail/language.ts';
import type { MailKind, MailRequest, MailSubject } from '../../mail/message.ts';
import type { With } from '../context.ts';
import { planInMail, renewTwo } from '../subscriptions/duplicates/tellOwner.ts';
import { type Reminder, reminderOf } from './reminderOf.ts';

type Mailing = With<'baseUrl' | 'database' | 'ends' | 'now' | 'plans'>;

const SAME_CHARGE_MS = 43_200_000;

/** The mail before a charge; null: none reaches its payer. */
export async function reminderMail(
  billing: Mailing,
  { row, reminder }: { row: Subscription; reminder: Reminder },
  tables: Pick<Prisma.TransactionClient, 'user'> = billing.database.prisma,
): Promise<MailRequest | null> {
  const select = { email: true, language: true };
  const account = await tables.user.findUnique({ where: { id: row.userId }, select });
  const to = account && mailAddressOf(account);
  if (!to) return null;
  const language = knownLanguage(account.language);
  const { kind, chargeAt, next } = reminder;
  const charged = { ...row, ...next, amount: next.amount ?? row.amount, amountKnown: next.amount !== null };
  return {
    kind: kind === 'trial' ? 'trial_ends' : 'renewal_ahead',
    to,
    language,
    link: `${billing.baseUrl}/dashboard`,
    facts: {
      name: planInMail(billing.plans, { ...charged, amountKnown: false, scheduledChange: null }, language),
      plan: planInMail(billing.plans, { ...charged, scheduledChange: null }, language),
      date: dateIn(language, chargeAt),
      time: timeIn(language, chargeAt),
    },
    concerns: { subscriptionId: row.id, chargeAt: chargeAt.toISOString() },
    // By the machine's clock, which mails are sent by.
    until: new Date(Date.now() + chargeAt.getTime() - billing.now().getTime()),
  };
}

/** A mail that waited, as things are now. null: it is no longer true: canceled, charged, ended or moved meanwhile. */
export async function renewMail(
  billing: Mailing,
  kind: MailKind,
  { subscriptionId, chargeAt }: MailSubject,
): Promise<MailRequest | null> {
  const row = await billing.database.prisma.subscription.findUnique({ where: { id: subscriptionId } });
  if (!row) return null;
  if (kind === 'two_subscriptions') return renewTwo(billing, row);
  const reminder = reminderOf(row, { now: billing.now(), days: billing.ends.reminders });
  const isSame = reminder && Math.abs(reminder.chargeAt.getTime() - Date.parse(chargeAt ?? '')) < SAME_CHARGE_MS;
  return isSame ? reminderMail(billing, { row, reminder }) : null;
}
