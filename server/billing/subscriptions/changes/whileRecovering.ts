import { AppError } from '../../../errors.ts';
import type { Billing, BillingUser } from '../../context.ts';
import { READ_MS } from '../../deadlines.ts';
import { readWithin } from '../../sync/adopt/adoption.ts';
import type { ChangeRequest } from './changeInput.ts';

/**
 * While a restored database recovers, people can end what they pay for, and nothing else; what that is, is read first.
 * Throws AppError change_not_possible; rejects when the provider is unavailable.
 */
export async function permitWhileRecovering(billing: Billing, user: BillingUser, request: ChangeRequest) {
  if (billing.database.phase() === 'open') return;
  const ends = 'kind' in request && (request.kind === 'cancel_at_period_end' || request.kind === 'cancel_now');
  if (!ends) throw new AppError('change_not_possible', { reason: 'The database was restored: billing restore finish' });
  await readWithin(billing, user, READ_MS);
}
