import { z } from 'zod';
import type { Prisma } from '../../../database/generated/client.ts';

const ids = z.array(z.string());

/** What one move gave to another user, by record id: with its customers goes everything of theirs. */
export const belongings = z.object({
  customers: ids,
  /** Records without a customer. */
  subscriptions: ids,
  payments: ids,
  checkouts: ids,
  grants: ids,
});
export type Belongings = z.infer<typeof belongings>;

export const NOTHING: Belongings = { customers: [], subscriptions: [], payments: [], checkouts: [], grants: [] };

type Tables = Prisma.TransactionClient;

/** Locks in the order of every event's write, so that the two never deadlock. */
const LOCKS = ['customer', 'subscription', 'payment'].map(
  (table) => `SELECT FROM "${table}" WHERE "userId" = $1 ORDER BY id FOR UPDATE`,
);

/** Everything that a user has: its customers, and what has no customer. Locked until the end of the transaction. */
export async function belongingsOf(tables: Tables, userId: string): Promise<Belongings> {
  for (const lock of LOCKS) await tables.$executeRawUnsafe(lock, userId);
  const [where, select] = [{ userId }, { id: true }];
  const alone = { userId, customerId: null };
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    customers: idsOf(await tables.customer.findMany({ where, select })),
    subscriptions: idsOf(await tables.subscription.findMany({ where: alone, select })),
    payments: idsOf(await tables.payment.findMany({ where: alone, select })),
    checkouts: idsOf(await tables.checkout.findMany({ where: alone, select })),
    grants: idsOf(await tables.accessGrant.findMany({ where: { userId, revokedAt: null }, select })),
  };
}

export const isNothing = (all: Belongings): boolean => Object.values(all).every((those) => those.length === 0);

interface Owners {
  from: string;
  to: string;
}

/**
 * Gives the belongings, and everything of their customers, also what came since they were listed. Resolves to the
 * number of records that changed their owner.
 */
export async function giveBelongings(tables: Tables, all: Belongings, { from, to }: Owners): Promise<number> {
  for (const lock of LOCKS) await tables.$executeRawUnsafe(lock, from);
  const data = { userId: to };
  const ofCustomers = { customerId: { in: all.customers } };
  const customer = await tables.customer.updateMany({
    where: { userId: from, id: { in: all.customers } },
    data: { ...data, assigned: true },
  });
  const subscriptions = await tables.subscription.findMany({
    where: { userId: from, OR: [ofCustomers, { id: { in: all.subscriptions } }] },
    select: { id: true },
  });
  const subscriptionId = { in: subscriptions.map(({ id }) => id) };
  const subscription = await tables.subscription.updateMany({ where: { id: subscriptionId }, data });
  const payment = await tables.payment.updateMany({
    where: { userId: from, OR: [ofCustomers, { id: { in: all.payments } }, { subscriptionId }] },
    data,
  });
  await giveCheckouts(
    tables,
    { userId: from, OR: [ofCustomers, { id: { in: all.checkouts } }, { subscriptionId }] },
    to,
  );
  await tables.duplicate.updateMany({ where: { userId: from, subscriptionId }, data });
  const grant = await tables.accessGrant.updateMany({ where: { userId: from, id: { in: all.grants } }, data });
  await tables.webhookEvent.updateMany({ where: { userId: from, OR: [ofCustomers, { subscriptionId }] }, data });
  return customer.count + subscription.count + payment.count + grant.count;
}

/**
 * A subscription that exists already is never ended as a duplicate: of its checkout it is no longer known what replaced
 * it. A page that can still be paid counts as replaced by what was bought.
 */
async function giveCheckouts(tables: Tables, where: Prisma.CheckoutWhereInput, to: string): Promise<void> {
  const rows = await tables.checkout.findMany({ where, orderBy: { createdAt: 'desc' } });
  const bought = rows.find(({ subscriptionId }) => subscriptionId !== null);
  const ids = (isPaid: boolean) =>
    rows.filter(({ completedAt, subscriptionId }) => ((completedAt ?? subscriptionId) !== null) === isPaid);
  const idOf = ({ id }: { id: string }) => id;
  await tables.checkout.updateMany({
    where: { id: { in: ids(true).map(idOf) } },
    data: { userId: to, openKey: null, supersededAt: null, supersededBy: null },
  });
  await tables.checkout.updateMany({
    where: { id: { in: ids(false).map(idOf) } },
    data: { userId: to, openKey: null, supersededAt: new Date(), supersededBy: bought?.id ?? null },
  });
}
