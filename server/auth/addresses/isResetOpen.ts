import type { PrismaClient } from '../../database/client.ts';

/** Whether a mailed link still lets its reader choose a new password; `token` as in the link. */
export async function isResetOpen({ verification }: Pick<PrismaClient, 'verification'>, token: string) {
  const where = { identifier: `reset-password:${token}`, expiresAt: { gt: new Date() } };
  return (await verification.count({ where })) > 0;
}
