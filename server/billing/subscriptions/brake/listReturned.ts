import type { With } from '../../context.ts';

const SHOWN_DAYS = 30;
const MOST = 100;

/** Money that was given back automatically, or waits for an operator; amounts are decimal strings. */
export interface ReturnedMoney {
  kind: 'second subscription' | 'paid after deletion';
  userId: string;
  provider: string;
  /** Our id of the subscription, or of the payment. */
  id: string;
  /** reported, held, ending, refunding, found or done */
  state: string;
  /** Why it is only reported, or held. */
  reason: string | null;
  /** null: nothing was charged, or nothing is refunded yet. */
  amount: string | null;
  currency: string | null;
  /** ISO 8601. */
  at: string;
}

const AT = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

/** Reported charges that an operator has refunded meanwhile are over. */
export const OPEN_LATE_CHARGE = `l.state <> 'done' AND p."amountRefunded"::numeric < p.amount::numeric`;

const LIST = `SELECT kind, "userId", provider, id, state, reason, amount, currency, ${AT('t.time')} FROM (
    SELECT 'second subscription' AS kind, d."userId", s.provider, s.id, d.state, d.reason, d.amount, d.currency,
      coalesce(d."doneAt", d."heldAt", d."foundAt") AS time
    FROM duplicate d JOIN subscription s ON s.id = d."subscriptionId"
    WHERE d.state IN ('reported', 'held', 'ending', 'refunding') OR d.state = 'done' AND d."doneAt" > $1
    UNION ALL
    SELECT 'paid after deletion', l."userId", p.provider, p.id, l.state, l.reason, p.amount, p.currency,
      coalesce(l."doneAt", l."foundAt")
    FROM late_charge l JOIN payment p ON p.id = l."paymentId"
    WHERE ${OPEN_LATE_CHARGE} OR l.state = 'done' AND l."doneAt" > $1) AS t
  ORDER BY t.state = 'done', t.time DESC LIMIT ${MOST}`;

/** For operators: what is open first, then what was done in the last 30 days; newest first. */
export async function listReturned({ database }: With<'database'>): Promise<ReturnedMoney[]> {
  const since = new Date(Date.now() - SHOWN_DAYS * 86_400_000);
  const { rows } = await database.pool.query<ReturnedMoney>(LIST, [since]);
  return rows;
}
