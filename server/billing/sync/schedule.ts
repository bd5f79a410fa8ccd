import { changesJob } from '../access/feed/accessFeed.ts';
import { blankPersonalData, ERASURE } from '../accounts/blankPersonalData.ts';
import { ERASED_SUBSCRIPTIONS, endErasedSubscriptions } from '../accounts/endErasedSubscriptions.ts';
import { LATE_CHARGES, returnLateCharges } from '../accounts/late/returnLateCharges.ts';
import { followCustomers, MOVED_CUSTOMERS } from '../accounts/move/followCustomers.ts';
import { CUSTOMER_ADDRESSES, passOnAddresses } from '../accounts/provenAddress.ts';
import { searchIgnored } from '../accounts/searchIgnored.ts';
import type { Applying, Billing, With } from '../context.ts';
import { UNMATCHED } from '../events/sql/pendingLinks.ts';
import { createSweep } from '../events/sweepWaiting.ts';
import { createAway } from '../jobs/away.ts';
import { EXPIRED_ROWS, removeExpired } from '../jobs/expiredRows.ts';
import type { Job } from '../jobs/job.ts';
import { dropPartitions, makePartitions } from '../ledger/partitions.ts';
import { type Retention, trimLedger } from '../ledger/trimLedger.ts';
import { REMINDERS, sendReminders } from '../reminders/sendReminders.ts';
import { followRequests, REQUESTS } from '../requests/requestJob.ts';
import { DUPLICATES, lookAtOwners } from '../subscriptions/duplicates/lookAtOwners.ts';
import { ADOPTIONS, readDue } from './adopt/adoption.ts';
import { priceJob } from './prices/learnPrices.ts';
import { readTrials, TRIALS } from './readTrials.ts';
import { reconcileJobs } from './reconcile/reconcileJobs.ts';

export interface JobSettings extends Retention {
  /** 0: never. */
  reconcileEveryMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of 500,000 waiting events all are checked within seven minutes; 20,000 are checked each time. */
const SWEPT_AT_ONCE = 20_000;

interface Every {
  everyMs: number;
  limitMs: number;
  lateMs: number;
  recovers?: true;
  work(signal: AbortSignal): Promise<unknown>;
}

const within = { limitMs: HOUR_MS, lateMs: HOUR_MS };
const each5s = { ...within, everyMs: 5_000 };
const each15s = { ...within, everyMs: 15_000 };
const each5min = { ...within, everyMs: 5 * MINUTE_MS };
const eachMinute = { ...within, everyMs: MINUTE_MS };

/** All scheduled work. */
export function createJobs(billing: Billing, { reconcileEveryMs, ...retention }: JobSettings): Job[] {
  const { jobPool } = billing.database;
  const sweep = createSweep(billing, SWEPT_AT_ONCE);
  return [
    job(EXPIRED_ROWS, { ...each5min, lateMs: DAY_MS, work: (signal) => removeExpired(jobPool, signal) }),
    ...erasureJobs(billing),
    ...customerJobs(billing),
    job(DUPLICATES, { ...each5s, lateMs: 2 * HOUR_MS, work: (signal) => lookAtOwners(billing, signal) }),
    job(REQUESTS, { ...eachMinute, lateMs: 2 * HOUR_MS, work: (signal) => followRequests(billing, signal) }),
    job(REMINDERS, { ...within, everyMs: HOUR_MS, lateMs: DAY_MS, work: (signal) => sendReminders(billing, signal) }),
    job(UNMATCHED, { ...each15s, lateMs: 2 * HOUR_MS, recovers: true, work: sweep }),
    job('partitions', {
      everyMs: HOUR_MS,
      limitMs: 10 * MINUTE_MS,
      lateMs: DAY_MS,
      recovers: true,
      work: () => makePartitions(jobPool),
    }),
    ...retentionJobs(billing, retention),
    changesJob(billing),
    priceJob(billing),
    ...reconcileJobs(billing, reconcileEveryMs),
  ];
}

/** What is owed to those who deleted their account. */
function erasureJobs(billing: Applying): Job[] {
  return [
    job(ERASURE, { ...eachMinute, lateMs: 6 * HOUR_MS, work: (signal) => blankPersonalData(billing, { signal }) }),
    job('erasure search', {
      ...eachMinute,
      limitMs: DAY_MS,
      lateMs: 2 * DAY_MS,
      work: (signal) => searchIgnored(billing, { signal }),
    }),
    job(ERASED_SUBSCRIPTIONS, { ...eachMinute, work: (signal) => endErasedSubscriptions(billing, signal) }),
    job(LATE_CHARGES, { ...eachMinute, work: (signal) => returnLateCharges(billing, signal) }),
  ];
}

/** What is written to providers' customers and read of them. */
function customerJobs(billing: Applying & With<'adapter' | 'announce' | 'trialMark'>): Job[] {
  const away = createAway();
  return [
    job(CUSTOMER_ADDRESSES, {
      ...each15s,
      limitMs: 10 * MINUTE_MS,
      work: (signal) => passOnAddresses(billing, signal),
    }),
    job(MOVED_CUSTOMERS, { ...eachMinute, limitMs: MINUTE_MS, work: () => followCustomers(billing) }),
    job(ADOPTIONS, { ...each5s, lateMs: 2 * HOUR_MS, work: (signal) => readDue(billing, signal) }),
    job(TRIALS, { ...each15s, lateMs: 6 * HOUR_MS, work: (signal) => readTrials(billing, signal, away) }),
  ];
}

function retentionJobs(billing: With<'database' | 'log'>, retention: Retention): Job[] {
  const { ledgerDays, waitingDays } = retention;
  const drop = (signal: AbortSignal) => dropPartitions(billing.database.jobPool, ledgerDays, signal);
  const trim = async (signal: AbortSignal) => {
    const trimmed = await trimLedger(billing, retention, signal);
    if (trimmed.waiting > 0) billing.log.warn({ ...trimmed }, 'Events that were never applied have expired');
  };
  return [
    ...(ledgerDays > 0
      ? [job('old partitions', { everyMs: HOUR_MS, limitMs: HOUR_MS, lateMs: 3 * DAY_MS, work: drop })]
      : []),
    ...(ledgerDays + waitingDays > 0
      ? [job('retention', { everyMs: DAY_MS, limitMs: DAY_MS, lateMs: 4 * DAY_MS, work: trim })]
      : []),
  ];
}

function job(name: string, { work, ...times }: Every): Job {
  return { name, ...times, runs: 'one', run: work };
}
