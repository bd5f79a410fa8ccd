import type { AccessPolicy } from '../plans/accessPolicy.ts';
import type { PeriodMoney } from './sources.ts';

/** Why a refund or dispute ends access; null: it does not. */
export function reasonOfReturn(
  policy: AccessPolicy,
  money: Pick<PeriodMoney, 'refund' | 'dispute'> | null,
): 'refunded' | 'disputed' | null {
  if (!money) return null;
  const { refund, dispute } = money;
  if (refund !== 'none' && policy[`refund_${refund}`] === 'end') return 'refunded';
  return dispute && policy[`dispute_${dispute}`] === 'end' ? 'disputed' : null;
}
