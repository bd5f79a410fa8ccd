import type { With } from '../../context.ts';
import { addressMark } from './trialMark.ts';

const KEEP = `INSERT INTO trial_mark (mark, kind, "userId") SELECT $2, 'address', $1
  WHERE EXISTS (SELECT FROM subscription WHERE "userId" = $1) ON CONFLICT (mark) DO NOTHING`;

/** Runs before an account is deleted: a verified address that had a subscription gets no further trial. */
export async function keepAddress(
  { database, trialMark }: With<'database' | 'trialMark'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await database.pool.query(KEEP, [userId, addressMark(trialMark, email)]);
}
