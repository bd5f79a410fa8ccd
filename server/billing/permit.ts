import { AppError } from '../errors.ts';
import type { BillingUser } from './context.ts';

/**
 * Checks that the caller exists and may do this; verbs call it after the specification's own checks. Throws AppError
 * forbidden, unknown_user.
 */
export function permit(
  { scopes, isUnknown, foreignPage }: Pick<BillingUser, 'scopes' | 'isUnknown' | 'foreignPage'>,
  scope: 'read' | 'write' | 'buy' | 'change',
): void {
  if (foreignPage !== undefined) throw new AppError('forbidden', { reason: foreignPage });
  const isHeld = scopes.has(scope) || (scope !== 'read' && scopes.has('write'));
  if (!isHeld) throw new AppError('forbidden');
  if (isUnknown) throw new AppError('unknown_user');
}
