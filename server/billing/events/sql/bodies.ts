import { inList } from '../../records/columns.ts';
import { openOutcomes } from '../../records/outcome.ts';

export const PARTITION_PREFIX = 'webhook_event_body_';

/** The day (UTC) under which the body of a ledger row is stored. */
export const dayOf = (time: string) => `(${time} AT TIME ZONE 'UTC')::date`;

/**
 * Whether the body stays with the row: waiting and failed events keep it at any age, and an event that arrives on a day
 * without a partition is accepted with its body inline. `days`: the last day of the unbroken run of partitions from
 * today, or null.
 */
export const staysInline = (days: string) =>
  `(outcome IN ${inList(openOutcomes)} OR (${dayOf('now()')} <= ${days}::date) IS NOT TRUE)`;

/** The days that have a partition, and today, by the database's clock. */
export const PARTITIONED_DAYS = `
  SELECT to_date(right(c.relname, 8), 'YYYYMMDD')::text AS day, ${dayOf('now()')}::text AS today
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'webhook_event_body'::regclass AND NOT i.inhdetachpending AND c.relname ~ '^${PARTITION_PREFIX}[0-9]{8}$'
  ORDER BY day`;
