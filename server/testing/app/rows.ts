import type { Payment, Prisma } from '../../database/generated/client.ts';
import type { TestApp } from './app.ts';

interface Owner {
  id: string;
  email?: string;
}

/** The row of a user's customer at alpha; `more` overrides fields. */
const customerRow = ({ id: userId, email = '' }: Owner, more: Partial<Prisma.CustomerCreateManyInput> = {}) => ({
  id: `customer-${userId}`,
  userId,
  provider: 'alpha',
  providerCustomerId: `cus_${userId}`,
  email,
  ...more,
});

/** The row of a user's active monthly pro subscription at alpha; `more` overrides fields. */
export const subscriptionRow = <More extends Partial<Prisma.SubscriptionCreateManyInput>>(
  { id: userId }: Pick<Owner, 'id'>,
  more = {} as More,
) => ({
  id: `subscription-${userId}`,
  userId,
  provider: 'alpha',
  providerSubscriptionId: `sub_${userId}`,
  status: 'active',
  plan: 'pro',
  interval: 'month',
  amount: '9.90',
  currency: 'usd',
  currentPeriodStart: new Date(),
  currentPeriodEnd: new Date(Date.now() + 86_400_000),
  ...more,
});

export const addCustomer = ({ deps }: TestApp, owner: Owner, more?: Partial<Prisma.CustomerCreateManyInput>) =>
  deps.billing.database.prisma.customer.create({ data: customerRow(owner, more) });

export const addSubscription = (
  { deps }: TestApp,
  owner: Pick<Owner, 'id'>,
  more?: Partial<Prisma.SubscriptionCreateManyInput>,
) => deps.billing.database.prisma.subscription.create({ data: subscriptionRow(owner, more) });

/** The payment records of a user, oldest first. */
export const paymentsOf = ({ deps }: TestApp, { id: userId }: Pick<Owner, 'id'>): Promise<Payment[]> =>
  deps.billing.database.prisma.payment.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
