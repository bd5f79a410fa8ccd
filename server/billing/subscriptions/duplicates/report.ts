import type { Subscription } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import type { ReportReason } from '../../records/duplicate.ts';
import { tellOwner } from './tellOwner.ts';

interface Report {
  subscription: Subscription;
  kept: Subscription | null;
  reason: ReportReason;
}

/** Leaves the decision to the user and to operators, who are notified once. */
export async function report(
  billing: With<'announce' | 'baseUrl' | 'database' | 'log' | 'outbox' | 'plans'>,
  { subscription, kept, reason }: Report,
): Promise<void> {
  const { duplicate } = billing.database.prisma;
  const { id: subscriptionId, userId } = subscription;
  const told = { state: 'reported', reason, keptId: kept?.id ?? null };
  const before = await duplicate.findUnique({ where: { subscriptionId } });
  const isKnown = before?.state === 'reported';
  const data = isKnown ? told : { ...told, foundAt: new Date(), endingAt: null, doneAt: null, notifiedAt: null };
  await duplicate.upsert({
    where: { subscriptionId },
    create: { subscriptionId, userId, ...told },
    update: data,
  });
  if (isKnown && before.notifiedAt) return;
  billing.log.warn({ userId, subscriptionId, reason }, 'A user has two live subscriptions');
  await tellOwner(billing, { subscription, kind: 'two_subscriptions' });
}

/** The report is over: at most one of the user's subscriptions will be charged again. */
export async function closeReports({ database }: With<'database'>, userId: string): Promise<void> {
  const where = { userId, state: { in: ['reported', 'held'] } };
  await database.prisma.duplicate.updateMany({ where, data: { state: 'closed', doneAt: new Date() } });
}
