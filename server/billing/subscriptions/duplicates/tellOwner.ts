import type { Subscription } from '../../../database/generated/client.ts';
import type { Billing } from '../../context.ts';

interface Told {
  subscription: Subscription;
  kind: 'two_subscriptions' | 'duplicate_ended';
}

/** By mail, where the user has an account here, and on the open pages. */
export async function tellOwner(billing: Billing, { subscription, kind }: Told): Promise<void> {
  const { id: subscriptionId, userId, plan, amount, currency, amountKnown } = subscription;
  const { prisma } = billing.database;
  const account = await prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (account && billing.outbox) {
    const about = amountKnown ? `${plan}, ${amount} ${currency.toUpperCase()}` : plan;
    const link = `${billing.baseUrl}/dashboard`;
    await billing.outbox.queue(userId, { kind, to: account.email, language: 'en', link, about });
  }
  await prisma.duplicate.update({ where: { subscriptionId }, data: { toldAt: new Date() } });
  billing.announce(userId);
}
