import type { Subscription } from '../../../database/generated/client.ts';
import { mailAddressOf } from '../../../database/reads/accountAddress.ts';
import { priceIn, unknownPlanIn } from '../../../mail/compose.ts';
import { knownLanguage, type Language } from '../../../mail/language.ts';
import type { MailRequest } from '../../../mail/message.ts';
import { type Catalogue, planNamed } from '../../../plans/catalogue.ts';
import type { With } from '../../context.ts';
import { asPaid, type ScheduleSource } from '../../records/scheduledChange.ts';
import { isImporting } from '../../sync/import/isImporting.ts';
import { renewingOf } from './readBought.ts';

/** Between two that have commas of their own. */
const AND: Record<Language, string> = { en: ', and ', de: ', und ' };

interface Notification {
  subscription: Subscription;
  kind: 'two_subscriptions' | 'duplicate_ended';
}

/** By mail, if the user has an account here with its own address, and on the open pages. */
export async function tellOwner(
  billing: With<'announce' | 'baseUrl' | 'database' | 'outbox' | 'plans'>,
  { subscription, kind }: Notification,
): Promise<void> {
  const { id: subscriptionId, userId } = subscription;
  const mail = await mailAbout(billing, { subscription, kind });
  const isNews = kind === 'duplicate_ended' || !(await isImporting(billing));
  if (mail && isNews) await billing.outbox?.queue(userId, mail);
  await billing.database.prisma.duplicate.update({ where: { subscriptionId }, data: { notifiedAt: new Date() } });
  billing.announce(userId);
}

/** null: no mail reaches its owner. */
async function mailAbout(
  { database, baseUrl, plans }: With<'baseUrl' | 'database' | 'plans'>,
  { subscription, kind }: Notification,
): Promise<MailRequest | null> {
  const { id: subscriptionId, userId } = subscription;
  const select = { email: true, language: true };
  const account = await database.prisma.user.findUnique({ where: { id: userId }, select });
  const to = account && mailAddressOf(account);
  if (!to) return null;
  const language = knownLanguage(account.language);
  const named = kind === 'two_subscriptions' ? await renewingOf({ database }, userId) : [subscription];
  const about = named.map((one) => planInMail(plans, one, language)).join(AND[language]);
  // What has ended stays so.
  const concerns = kind === 'two_subscriptions' ? { subscriptionId } : undefined;
  return { kind, to, language, link: `${baseUrl}/dashboard`, about, concerns };
}

/** A mail about two subscriptions that waited; null: the other one has ended meanwhile. */
export async function renewTwo(
  billing: With<'baseUrl' | 'database' | 'plans'>,
  subscription: Subscription,
): Promise<MailRequest | null> {
  const { prisma } = billing.database;
  const row = await prisma.duplicate.findUnique({ where: { subscriptionId: subscription.id } });
  return row?.state === 'reported' ? mailAbout(billing, { subscription, kind: 'two_subscriptions' }) : null;
}

type Sold = ScheduleSource & Pick<Subscription, 'amount' | 'amountKnown' | 'currency' | 'taxIncluded'>;

/** The name of the plan that is paid for and, where it is known, the price of a period. */
export function planInMail(plans: Catalogue, subscription: Sold, language: Language): string {
  const { plan, amount, amountKnown, interval, currency, taxIncluded } = asPaid(subscription);
  const texts = planNamed(plans, plan)?.texts;
  const { name } = texts?.[language] ?? texts?.en ?? { name: unknownPlanIn(language) };
  return amountKnown ? `${name}, ${priceIn(language, { amount, interval, currency, taxIncluded })}` : name;
}

/** Duplicates whose end was stored by a process that died before it notified the owner. */
export async function tellUntold(
  billing: With<'announce' | 'baseUrl' | 'database' | 'outbox' | 'plans'>,
  userId: string,
): Promise<void> {
  const { duplicate, subscription } = billing.database.prisma;
  const untold = await duplicate.findMany({ where: { userId, state: 'done', notifiedAt: null } });
  for (const { subscriptionId } of untold) {
    const ended = await subscription.findUnique({ where: { id: subscriptionId } });
    if (ended) await tellOwner(billing, { subscription: ended, kind: 'duplicate_ended' });
  }
}
