import type { Applying, With } from '../../context.ts';
import { MoveRefused, moveCustomers } from './moveCustomers.ts';

const REASON = 'It ended in the account whose address it proved';

/** What an account has that ended in another one goes there; if that is not possible now, operators can move it. */
export async function joinAccounts(
  billing: Applying & With<'announce'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  try {
    await moveCustomers(billing, { from, to, reason: REASON, actor: 'system', pagesMayStay: true });
  } catch (error) {
    const { customer, checkout } = billing.database.prisma;
    const where = { userId: from };
    const left = (await customer.count({ where })) + (await checkout.count({ where }));
    if (error instanceof MoveRefused && left === 0) return;
    billing.log.warn({ err: error, from, to }, 'An account was not joined: run billing move');
  }
}
