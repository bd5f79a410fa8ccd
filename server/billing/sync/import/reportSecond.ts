import { type ReportReason, renewsInSql } from '../../records/duplicate.ts';
import type { ImportContext } from './importContext.ts';

const REASON: ReportReason = 'not bought on a page that another replaced';

/** What people had before an import is reported on pages and to operators, but nobody is mailed: it is no news. */
const REPORT = `
  INSERT INTO duplicate ("subscriptionId", "userId", state, reason, "notifiedAt")
  SELECT DISTINCT ON (s."userId") s.id, s."userId", 'reported', $2, clock_timestamp()
  FROM subscription s WHERE s.provider = $1 AND s."createdAt" >= $3 AND ${renewsInSql('s')}
    AND (SELECT count(*) FROM subscription u WHERE u."userId" = s."userId" AND ${renewsInSql('u')}) > 1
  ORDER BY s."userId", s."createdAt" DESC, s.id DESC
  ON CONFLICT DO NOTHING`;

export async function reportSecond({ billing, adapter, run }: ImportContext): Promise<void> {
  await billing.database.pool.query(REPORT, [adapter.provider, REASON, run.startedAt]);
}
