import type { Pool } from '../../database/client.ts';
import { type AccessSourceRow, readAccessRows } from '../../database/reads/access.ts';
import type { AccessSource, PeriodMoney } from './sources.ts';

/** All that may give a user a plan, in no order. */
export async function readSources(pool: Pool, userId: string): Promise<AccessSource[]> {
  const rows = await readAccessRows(pool, userId);
  return rows.map((row) => ({ ...row, kind: 'subscription', money: toMoney(row.money) }));
}

function toMoney(money: AccessSourceRow['money']): PeriodMoney | null {
  if (!money) return null;
  const { refund, dispute, paidAt, failedAt } = money;
  return { refund, dispute, paidAt: toDate(paidAt), failedAt: toDate(failedAt) };
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
