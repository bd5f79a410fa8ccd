import type { With } from '../../context.ts';
import { liveInSql } from '../../records/subscription.ts';

/** Money that went back, or may go back, and that a person should look at. */
export interface OpenReturn {
  /** `upgrade`: its charge was refunded in full, while the higher plan stays until the period ends. */
  kind: 'dispute' | 'upgrade';
  userId: string;
  provider: string;
  paymentId: string;
  providerPaymentId: string;
  /** null: not known. */
  plan: string | null;
  amount: string;
  currency: string;
  /** ISO 8601: when the dispute was opened, or the refund made. */
  at: string;
}

const MOST = 1_000;
/** A refund can't matter to a period that is over. */
const LONGEST = '400 days';
const COLUMNS = `p."userId", p.provider, p.id AS "paymentId", p."providerPaymentId"`;
const OF_USER = '($1::text IS NULL OR p."userId" = $1)';
const inPeriod = (alias: string) => `${alias}."paidAt" >= s."currentPeriodStart" - interval '1 hour'`;

const OPEN = `SELECT * FROM (
    SELECT 'dispute' AS kind, ${COLUMNS}, p.plan, r.amount, r.currency, r.at
    FROM refund r JOIN payment p ON p.id = r."paymentId"
    WHERE r.kind = 'dispute' AND r.status = 'open' AND ${OF_USER}
    UNION ALL
    SELECT 'upgrade', ${COLUMNS}, s.plan, p.amount, p.currency, max(r.at)
    FROM refund r JOIN payment p ON p.id = r."paymentId" JOIN subscription s ON s.id = p."subscriptionId"
    WHERE r.kind = 'refund' AND r.counts AND r.at > $2::timestamptz - interval '${LONGEST}' AND p.status = 'refunded'
      AND ${inPeriod('p')} AND ${liveInSql('s')} AND ${OF_USER}
      AND EXISTS (SELECT FROM payment o WHERE o."subscriptionId" = s.id AND o."paidAt" < p."paidAt" AND ${inPeriod('o')}
        AND o.status IN ('succeeded', 'partially_refunded') AND o.amount::numeric > 0)
    GROUP BY p.id, s.id) AS found
  ORDER BY at LIMIT ${MOST}`;

/** Open disputes, and upgrades whose charge was refunded in full in the running period; oldest first. */
export async function listOpenReturns(
  { database, now }: With<'database' | 'now'>,
  userId: string | null = null,
): Promise<OpenReturn[]> {
  const { rows } = await database.pool.query<Omit<OpenReturn, 'at'> & { at: Date }>(OPEN, [userId, now()]);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
