import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { toDecimal } from '../plans/money.ts';
import { decimal, timestamp } from '../records/view.ts';
import { type ChangeRequest, toProviderChange } from './changeInput.ts';
import { changeable } from './changeSubscription.ts';

export const changePreview = z.object({
  dueNow: decimal.describe('Charged at once'),
  dueNext: decimal.describe('Charged at the next renewal'),
  currency: z.string(),
  effectiveAt: timestamp,
});
export type ChangePreview = z.infer<typeof changePreview>;

/**
 * What a change would cost; nothing is changed. Throws AppError: invalid_body, forbidden, unknown_user,
 * no_subscription, and change_not_possible where no provider tells the amounts.
 */
export async function previewChange(
  billing: Billing,
  user: BillingUser,
  request: ChangeRequest,
): Promise<ChangePreview> {
  const { live } = await changeable(billing, user, { request, scope: 'read' });
  const { kind } = toProviderChange(request, live);
  if (kind === 'change_plan') throw new AppError('change_not_possible');
  const { currency, amount, currentPeriodEnd } = live;
  const nothing = toDecimal({ minorUnits: 0, currency });
  const effectiveAt = kind === 'cancel_at_period_end' ? currentPeriodEnd : billing.now();
  return {
    dueNow: nothing,
    dueNext: kind === 'resume' ? amount : nothing,
    currency,
    effectiveAt: effectiveAt.toISOString(),
  };
}
