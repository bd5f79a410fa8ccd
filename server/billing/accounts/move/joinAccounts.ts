import type { Applying, With } from '../../context.ts';
import { MoveRefused, moveCustomers } from './moveCustomers.ts';

const REASON = 'It ended in the account whose address it proved';

/** Nobody opens it any more, so nobody could delete the name in it. */
const FORGET = `DELETE FROM "user" u WHERE u.id = $1 AND NOT EXISTS (SELECT FROM account a WHERE a."userId" = u.id)`;

interface Joined {
  from: string;
  to: string;
}

/**
 * What an account has that ended in another one goes there, and nothing is left of it; if that is not possible now,
 * operators can move it.
 */
export async function joinAccounts(billing: Applying & With<'announce'>, joined: Joined): Promise<void> {
  if (await giveAll(billing, joined)) await billing.database.pool.query(FORGET, [joined.from]);
}

async function giveAll(billing: Applying & With<'announce'>, { from, to }: Joined): Promise<boolean> {
  try {
    await moveCustomers(billing, { from, to, reason: REASON, actor: 'system', pagesMayStay: true });
    return true;
  } catch (error) {
    const { customer, checkout } = billing.database.prisma;
    const where = { userId: from };
    const left =
      (await customer.count({ where })) + (await checkout.count({ where: { ...where, sessionId: { not: null } } }));
    if (error instanceof MoveRefused && left === 0) return true;
    billing.log.warn({ err: error, from, to }, 'An account was not joined: run billing move');
    return false;
  }
}
