import type { Pool } from '../../database/client.ts';
import { REMEMBERED_DAYS } from '../deadlines.ts';
import { inSlices } from './inSlices.ts';

export const EXPIRED_ROWS = 'expired rows';

const ago = (interval: string) => `clock_timestamp() - interval '${interval}'`;

/** Every run but the newest of its kind that finished: a repair is compared with the account of the last one. */
const OLD_RUN = `"startedAt" < ${ago('90 days')} AND EXISTS (SELECT FROM reconcile_run n
  WHERE n.provider = t.provider AND n.fix = t.fix AND (n."userId" IS NULL) = (t."userId" IS NULL)
    AND (n.stopped IS NULL) = (t.stopped IS NULL) AND (n.account IS NULL) = (t.account IS NULL)
    AND (n.mode IS NULL) = (t.mode IS NULL) AND n."finishedAt" IS NOT NULL AND n."startedAt" > t."startedAt")`;

/** A difference that stood is stored by the newest comparison of everything; older ones keep what they repaired. */
const FOUND_AGAIN = `NOT t.fixed AND EXISTS (SELECT FROM drift n JOIN reconcile_run r ON r.id = n."runId"
  WHERE n.provider = t.provider AND n.key = t.key AND n.id > t.id AND n."runId" <> t."runId"
    AND r."userId" IS NULL AND r."finishedAt" IS NOT NULL)`;

/** What nobody needs any more, by table; `t` is the row. */
export const expired: Readonly<Record<string, string>> = {
  rate_limit: '"resetAt" < clock_timestamp()',
  session: `"expiresAt" < ${ago('1 day')}`,
  verification: `"expiresAt" < ${ago('1 day')}`,
  // Whoever opens an old link is told that it has expired.
  address_proof: `"expiresAt" < ${ago('30 days')}`,
  checkout: `"expiresAt" < ${ago(`${REMEMBERED_DAYS} days`)}`,
  reconcile_run: OLD_RUN,
  drift: FOUND_AGAIN,
  lease: `"expiresAt" < ${ago('1 hour')}`,
  signing_key: `"shownUntil" < ${ago('1 day')}`,
  contract_request: `"closedAt" < ${ago('3 years')} OR ("userId" IS NULL AND "receivedAt" < ${ago('400 days')})`,
  reminder: `"chargeAt" < ${ago('400 days')}`,
  plans_generation: `"reportedAt" < ${ago('90 days')}`,
};

const remove = (table: string, condition: string) => `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
  SELECT t.ctid FROM ${table} t WHERE ${condition} LIMIT $1 FOR UPDATE OF t SKIP LOCKED))`;

/** Deletes what has expired. A row that is in use at this moment is left to the next run. */
export async function removeExpired(pool: Pool, signal?: AbortSignal): Promise<void> {
  for (const [table, condition] of Object.entries(expired)) {
    await inSlices(async (last, size) => {
      const { rowCount } = await pool.query(remove(table, condition), [size]);
      return rowCount === size ? last : null;
    }, signal);
  }
}
