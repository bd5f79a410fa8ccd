import type { Pool } from '../../../database/client.ts';
import { inTransaction } from '../../../database/inTransaction.ts';
import type { With } from '../../context.ts';
import { NO_RECORDS } from '../timeline/ownerRecords.ts';
import { readRecordsOf } from '../timeline/readRecords.ts';
import { timeline } from '../timeline/timeline.ts';
import { isStored, readStored, toStored } from './storedPeriods.ts';

/** An owner whose stored periods are not those of the records; both as text. */
export interface StrayOwner {
  userId: string;
  stored: string;
  computed: string;
}

/** A change that is not followed yet, or another plans file, is no difference. */
const SETTLED = `SELECT u.id FROM unnest($1::text[]) AS u(id)
  WHERE NOT EXISTS (SELECT FROM access_change c WHERE c."userId" = u.id)
    AND NOT EXISTS (SELECT FROM owner_access o WHERE o."userId" = u.id AND o.generation <> $2)`;

const FOLLOW = 'INSERT INTO access_change ("userId") SELECT unnest($1::text[])';

/** Compares what views and the feed say of these owners with their records, all of one instant. */
export function compareStored(
  { plans, generation }: With<'plans' | 'generation'>,
  pool: Pool,
  ids: readonly string[],
): Promise<StrayOwner[]> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { rows } = await client.query<{ id: string }>(SETTLED, [ids, generation.hash]);
    const settled = rows.map(({ id }) => id);
    const records = await readRecordsOf(client, settled);
    const stored = await readStored(client, settled);
    return settled.flatMap((userId) => {
      const computed = toStored(timeline(records.get(userId) ?? NO_RECORDS, plans), plans);
      // Who never had anything has no periods.
      const before = stored.get(userId) ?? toStored(timeline(NO_RECORDS, plans), plans);
      return isStored(before, computed) ? [] : [{ userId, stored: inWords(before), computed: inWords(computed) }];
    });
  });
}

/** Their periods are computed anew by the job `changes`, which numbers them in the feed. */
export async function followAgain(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await pool.query(FOLLOW, [ids]);
}

function inWords(periods: readonly { plan: string; validTo: string | null }[]): string {
  return periods.map(({ plan, validTo }) => (validTo === null ? plan : `${plan} to ${validTo}`)).join(', ');
}
