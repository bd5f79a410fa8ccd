import type { LateCharge } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { forgetDone, mayBeTried, tryRow } from '../../jobs/retry.ts';
import { findLateCharges } from './findLateCharges.ts';
import { giveBack } from './giveBack.ts';

export const LATE_CHARGES = 'late charges';

const AT_ONCE = 50;

const UNDONE = `l.state IN ('found', 'refunding')`;

const DUE = `SELECT * FROM late_charge l WHERE l."paymentId" > $1 AND ${UNDONE} AND ${mayBeTried(LATE_CHARGES, 'l."paymentId"')}
  ORDER BY l."paymentId" LIMIT ${AT_ONCE}`;

/** Gives back what was charged after a deletion; what can't be is reported to operators. */
export async function returnLateCharges(
  billing: With<'adapters' | 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { jobPool } = billing.database;
  await findLateCharges(jobPool);
  await forgetDone(
    jobPool,
    LATE_CHARGES,
    `EXISTS (SELECT FROM late_charge l WHERE l."paymentId" = r.key AND ${UNDONE})`,
  );
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: LateCharge[] } = await jobPool.query(DUE, [after]);
    for (const row of rows) {
      signal?.throwIfAborted();
      await tryRow(jobPool, { job: LATE_CHARGES, key: row.paymentId }, () => giveBack(billing, row));
    }
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.paymentId;
  }
}
