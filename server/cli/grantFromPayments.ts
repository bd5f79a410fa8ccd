import { giveFromPayment, listOldPurchases } from '../billing/access/grants/fromPayments.ts';
import type { Billing } from '../billing/context.ts';
import { type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { toWholeNumber } from './values.ts';

interface Asked {
  /** null: all users. */
  userId: string | null;
  /** For purchases whose plan is unknown. */
  plan: string | undefined;
  days: string | undefined;
  dryRun: boolean;
  reason: string;
  by: string;
}

/** Lets purchases from before purchases granted a plan grant theirs, from their payment time. */
export async function grantFromPayments({ billing, print }: CommandContext, asked: Asked): Promise<number> {
  const days = daysOf(billing, asked.days);
  const purchases = await listOldPurchases(billing, asked.userId);
  const rows: Record<string, string>[] = [];
  for (const purchase of purchases) {
    const plan = purchase.plan ?? asked.plan;
    const outcome = plan && !asked.dryRun ? await giveFromPayment(billing, purchase, { ...asked, plan, days }) : null;
    const { id, userId, amount, currency, paidAt } = purchase;
    rows.push({
      payment: id,
      user: userId,
      paid: `${amount} ${currency}, ${paidAt.toISOString().slice(0, 10)}`,
      plan: plan ?? 'unknown',
      days: days === 0 ? 'lifetime' : `${days}`,
      '': plan
        ? outcome === null
          ? 'would be given'
          : outcome
            ? 'gives it'
            : 'given before'
        : 'unknown plan: use --plan',
    });
  }
  print(rows.length > 0 ? toTable(rows) : 'No purchases from before purchases gave a plan');
  return rows.some(({ plan }) => plan === 'unknown') ? 1 : 0;
}

function daysOf({ plans }: Pick<Billing, 'plans'>, asked: string | undefined): number {
  const days = asked === undefined ? plans.access.one_time_days : asked;
  if (days === 'lifetime') return 0;
  if (days === 0) throw new UsageError('one_time_days of the plans file is 0: use --days N or --days lifetime');
  return typeof days === 'number' ? days : toWholeNumber('--days', days, 1);
}
