import { listAudit } from '../../database/audit.ts';
import type { User } from '../../database/generated/client.ts';
import { addressOf } from '../../database/reads/accountAddress.ts';
import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { With } from '../context.ts';
import { countCall } from '../countCall.ts';
import { readBodies } from '../events/bodies/bodies.ts';
import { toPaymentViews } from '../records/payment.ts';
import { toToldSubscription } from '../subscriptions/details.ts';

const TOLD = { provider: true, eventId: true, type: true, occurredAt: true, receivedAt: true, outcome: true } as const;

/** All stored data about a user, for the user: plain JSON, timestamps in ISO 8601. */
export async function exportAccount(billing: With<'callLimits' | 'database' | 'log' | 'now'>, userId: string) {
  await countCall(billing, 'export', { id: userId });
  const { prisma } = billing.database;
  const where = { userId };
  const [account, sessions, customers, subscriptions, payments, checkouts, grants, duplicates, ownerChecks, events] =
    await Promise.all([
      prisma.user.findUnique({ where: { id: userId } }),
      prisma.session.findMany({ where, omit: { token: true, id: true } }),
      prisma.customer.findMany({ where, omit: { lastEventRank: true } }),
      readSubscriptions(billing.database.pool, userId),
      prisma.payment.findMany({ where }),
      prisma.checkout.findMany({ where, omit: { idempotencyKey: true, openKey: true, claimedAt: true } }),
      prisma.accessGrant.findMany({ where, orderBy: { grantedAt: 'asc' }, omit: { grantedBy: true, revokedBy: true } }),
      prisma.duplicate.findMany({ where, orderBy: { foundAt: 'asc' } }),
      prisma.ownerCheck.findMany({ where, omit: { lastError: true } }),
      prisma.webhookEvent.findMany({
        where,
        orderBy: { id: 'asc' },
        select: { ...TOLD, id: true, body: true },
      }),
    ]);
  const paymentId = { in: payments.map(({ id }) => id) };
  const refunds = await prisma.refund.findMany({
    where: { paymentId },
    orderBy: { at: 'asc' },
    omit: { lastEventAt: true, lastEventRank: true, version: true },
  });
  const subscriptionId = { in: subscriptions.map(({ id }) => id) };
  const trials = await prisma.trial.findMany({ where: { subscriptionId } });
  const trialMarks = await prisma.trialMark.findMany({ where, select: { kind: true, mark: true } });
  const acts = await listAudit(prisma, userId);
  const bodies = await readBodies(billing.database.pool, events);
  return plain({
    exportedAt: new Date(),
    account: account && ownAccount(account),
    ...(await ownLogins(billing, userId)),
    sessions,
    customers,
    checkouts,
    grants,
    duplicates,
    ownerChecks,
    ...(await providerReads(billing, userId)),
    ...(await askedEnds(billing, userId)),
    events: events.map(({ id, ...event }) => ({ ...event, body: bodies.get(`${id}`) ?? null })),
    subscriptions: subscriptions
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((row) => toToldSubscription(row, billing.now())),
    payments: toPaymentViews(payments, refunds).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    refunds,
    trials,
    trialMarks,
    // Who did it, and whose account else it concerned, is not the user's own data.
    audit: acts.map(({ id, at, action, reason }) => ({ id, at, action, reason })),
  });
}

/** As the account routes show it, whoever else has the address. */
function ownAccount({ wantedEmail, ...account }: User) {
  return { ...account, email: addressOf({ email: account.email, wantedEmail }) };
}

/** When the providers were asked about the user, which of these reads are due, and charges after a deletion. */
async function providerReads({ database: { prisma } }: With<'database'>, userId: string) {
  const where = { userId };
  const [providerChecks, adoptions, lateCharges] = await Promise.all([
    prisma.providerCheck.findMany({ where }),
    prisma.adoption.findMany({ where, omit: { lastError: true } }),
    prisma.lateCharge.findMany({ where }),
  ]);
  return { providerChecks, adoptions, lateCharges };
}

/** What was asked under the user's address without signing in, and what the user was reminded of. */
async function askedEnds({ database: { prisma } }: With<'database'>, userId: string) {
  const where = { userId };
  const [contractRequests, reminders] = await Promise.all([
    // Under an address that is not proven, somebody else may have written.
    prisma.contractRequest.findMany({ where: { userId, proven: true }, omit: { tokenHash: true, closedBy: true } }),
    prisma.reminder.findMany({ where }),
  ]);
  return { contractRequests, reminders };
}

/** How the user signs in, and the addresses that are being proven; no secret of either. */
async function ownLogins({ database: { prisma } }: With<'database'>, userId: string) {
  const where = { userId };
  const [logins, addressProofs] = await Promise.all([
    prisma.account.findMany({ where, select: { providerId: true, accountId: true, scope: true, createdAt: true } }),
    prisma.addressProof.findMany({ where, omit: { id: true } }),
  ]);
  return { logins, addressProofs };
}

type Plain<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

function plain<T>(value: T): Plain<T> {
  return JSON.parse(JSON.stringify(value)) as Plain<T>;
}
