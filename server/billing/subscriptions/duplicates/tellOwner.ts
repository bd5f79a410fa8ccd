import type { Subscription } from '../../../database/generated/client.ts';
import { mailAddressOf } from '../../../database/reads/accountAddress.ts';
import { priceIn } from '../../../mail/compose.ts';
import { knownLanguage, type Language } from '../../../mail/language.ts';
import { type Catalogue, planNamed } from '../../../plans/catalogue.ts';
import type { With } from '../../context.ts';
import { asPaid, type ScheduleSource } from '../../records/scheduledChange.ts';
import { isImporting } from '../../sync/import/isImporting.ts';

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
  const { prisma } = billing.database;
  const account = await prisma.user.findUnique({ where: { id: userId }, select: { email: true, language: true } });
  const to = account && mailAddressOf(account);
  const isNews = kind === 'duplicate_ended' || !(await isImporting(billing));
  if (to && billing.outbox && isNews) {
    const link = `${billing.baseUrl}/dashboard`;
    const language = knownLanguage(account.language);
    const about = planInMail(billing.plans, subscription, language);
    await billing.outbox.queue(userId, { kind, to, language, link, about });
  }
  await prisma.duplicate.update({ where: { subscriptionId }, data: { notifiedAt: new Date() } });
  billing.announce(userId);
}

type Sold = ScheduleSource & Pick<Subscription, 'amount' | 'amountKnown' | 'currency' | 'taxIncluded'>;

/** The name of the plan that is paid for and, where it is known, the price of a period. */
export function planInMail(plans: Catalogue, subscription: Sold, language: Language): string {
  const { plan, amount, amountKnown, interval, currency, taxIncluded } = asPaid(subscription);
  const texts = planNamed(plans, plan)?.texts;
  const { name } = texts?.[language] ?? texts?.en ?? { name: plan };
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
