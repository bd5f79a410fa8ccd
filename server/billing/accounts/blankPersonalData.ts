import type { Pool } from '../../database/client.ts';
import type { With } from '../context.ts';
import { dropBodies } from '../events/bodies/bodies.ts';
import { GONE } from '../records/gone.ts';
import { ENDED_BY_OPERATOR } from '../subscriptions/endFormer.ts';

export const ERASURE = 'erasure';

const USERS_AT_ONCE = 100;
const EVENTS_AT_ONCE = 200;

const RECORDS = [
  `UPDATE customer SET email = '', "billingEmail" = NULL, metadata = NULL
    WHERE "userId" = ANY($1) AND (email <> '' OR num_nonnulls("billingEmail", metadata) > 0)`,
  `UPDATE payment SET "receiptUrl" = NULL, "invoiceUrl" = NULL, "actionUrl" = NULL WHERE "userId" = ANY($1)
    AND num_nonnulls("receiptUrl", "invoiceUrl", "actionUrl") > 0`,
  `UPDATE refund r SET reason = NULL FROM payment p
    WHERE p.id = r."paymentId" AND p."userId" = ANY($1) AND r.reason IS NOT NULL`,
  // Under an address that the user has not proven, somebody else may have asked: an operator still answers them.
  `UPDATE contract_request SET "userId" = NULL WHERE "userId" = ANY($1) AND NOT proven AND "closedAt" IS NULL`,
  `DELETE FROM contract_request WHERE "userId" = ANY($1)`,
  `DELETE FROM reminder WHERE "userId" = ANY($1)`,
  `DELETE FROM mail WHERE "userId" = ANY($1)`,
  `UPDATE duplicate SET state = 'closed', "doneAt" = clock_timestamp() WHERE "userId" = ANY($1) AND state IN ('reported', 'held')`,
  // A refund in progress still completes.
  `DELETE FROM owner_check o WHERE "userId" = ANY($1) AND NOT EXISTS (SELECT FROM duplicate d
    WHERE d."userId" = o."userId" AND d.state IN ('ending', 'refunding'))`,
  // What an operator wrote down of the person, who stays ended.
  `UPDATE webhook_event SET warnings = '{}' WHERE "userId" = ANY($1) AND "nativeType" = '${ENDED_BY_OPERATOR}' AND warnings <> '{}'`,
  `UPDATE audit_reason r SET reason = '' FROM audit a
    WHERE a.id = r."auditId" AND r.reason <> '' AND (a."userId" = ANY($1) OR a."toUserId" = ANY($1))`,
  `DELETE FROM adoption WHERE "userId" = ANY($1)`,
  `DELETE FROM provider_check WHERE "userId" = ANY($1)`,
  `UPDATE trial_mark SET "userId" = NULL WHERE "userId" = ANY($1)`,
  `DELETE FROM checkout WHERE "userId" = ANY($1)`,
  `UPDATE access_grant SET reason = '', "revokedReason" = '', "revokedBy" = coalesce("revokedBy", 'erasure'),
    "revokedAt" = coalesce("revokedAt", clock_timestamp()) WHERE "userId" = ANY($1) AND ("revokedAt" IS NULL OR reason <> '')`,
];

const GONE_OF_THESE = `SELECT e."userId", e."blankedAt" FROM erased_user e
  WHERE e."userId" > $1 AND ($2::text IS NULL OR e."userId" = $2) AND e."userId" IN ${GONE}
  ORDER BY e."userId" LIMIT ${USERS_AT_ONCE}`;

/** A user who was blanked before has only late events: those since shortly before the last successful run. */
const SINCE = `SELECT least(clock_timestamp(), (SELECT "succeededAt" FROM job WHERE name = '${ERASURE}')) - interval '1 hour' AS since`;

/** The position as text: a Date has no microseconds, and would sort before the row that it was read from. */
const EVENTS = `SELECT w.id::text, w."receivedAt", w."receivedAt"::text AS at FROM webhook_event w
  WHERE w."userId" = $1 AND (w."receivedAt", w.id) > ($2::timestamptz, $3::bigint)
  ORDER BY w."receivedAt", w.id LIMIT ${EVENTS_AT_ONCE}`;

const BLANKED = `UPDATE erased_user SET "blankedAt" = clock_timestamp() WHERE "userId" = $1`;

interface Gone {
  userId: string;
  blankedAt: Date | null;
}

/**
 * Blanks a deleted user's personal data: e-mail address, metadata, receipts and event bodies. Payments and
 * subscriptions stay, and so does all data of an account that still exists. Without a user it does so for all deleted
 * users, because late events bring some of it back; it works in slices of users and events.
 */
export async function blankPersonalData(
  { database: { jobPool } }: With<'database'>,
  { userId = null, signal }: { userId?: string | null; signal?: AbortSignal } = {},
): Promise<void> {
  const since = (await jobPool.query<{ since: Date }>(SINCE)).rows[0]?.since ?? new Date(0);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: Gone[] } = await jobPool.query(GONE_OF_THESE, [after, userId]);
    const ids = rows.map((gone) => gone.userId);
    if (ids.length > 0) for (const blanking of RECORDS) await jobPool.query(blanking, [ids]);
    for (const gone of rows) {
      signal?.throwIfAborted();
      await blankEvents(jobPool, gone.userId, gone.blankedAt ? since : new Date(0));
      if (!gone.blankedAt) await jobPool.query(BLANKED, [gone.userId]);
    }
    after = rows.length < USERS_AT_ONCE ? undefined : ids.at(-1);
  }
}

interface Event {
  id: string;
  receivedAt: Date;
  at: string;
}

async function blankEvents(pool: Pool, userId: string, since: Date): Promise<void> {
  let place: Pick<Event, 'id' | 'at'> | undefined = { id: '0', at: since.toISOString() };
  while (place) {
    const { rows }: { rows: Event[] } = await pool.query(EVENTS, [userId, place.at, place.id]);
    await dropBodies(pool, rows);
    place = rows.length < EVENTS_AT_ONCE ? undefined : rows.at(-1);
  }
}
