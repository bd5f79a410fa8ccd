import type { Payment } from '../../database/generated/client.ts';
import type { TestApp } from './app.ts';

/** The payment records of a user, oldest first. */
export const paymentsOf = ({ deps }: TestApp, { id: userId }: { id: string }): Promise<Payment[]> =>
  deps.billing.database.prisma.payment.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
