import { removeOldAttempts } from '../../database/rateLimits.ts';
import { endErasedSubscriptions, erasePersonalData } from '../accounts/eraseUser.ts';
import type { Billing } from '../context.ts';
import { sweepWaiting } from '../events/applyWaiting.ts';
import type { Job } from '../jobs/job.ts';
import { trimLedger } from '../ledger/ledger.ts';
import { reconcileJobs } from './reconcileJobs.ts';

export interface JobSettings {
  /** 0: never. */
  reconcileEveryMs: number;
  /** Days that the ledger keeps bodies; 0: for ever. */
  ledgerDays: number;
}

const MINUTE_MS = 60_000;

/** Everything that is done without being asked for. */
export function createJobs(billing: Billing, { reconcileEveryMs, ledgerDays }: JobSettings): Job[] {
  const minutely = (name: string, work: () => Promise<unknown>): Job => ({
    ...{ name, everyMs: MINUTE_MS, limitMs: MINUTE_MS, runs: 'one' },
    run: () => work().then(() => 'done'),
  });
  return [
    minutely('rate limits', () => removeOldAttempts(billing.database.jobPool)),
    minutely('erasure', () => erasePersonalData(billing)),
    minutely('erased subscriptions', () => endErasedSubscriptions(billing)),
    { ...minutely('unmatched', () => sweepWaiting(billing)), everyMs: 15_000 },
    ...(ledgerDays > 0 ? [minutely('retention', () => trimLedger(billing, ledgerDays))] : []),
    ...reconcileJobs(billing, reconcileEveryMs),
  ];
}
