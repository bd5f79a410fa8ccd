import { AsyncResource } from 'node:async_hooks';
import type { Billing } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import { type JobFrame, runJob } from '../jobs/runJob.ts';
import { mayRun } from '../jobs/startJobs.ts';
import { refetchDue } from './refetch.ts';

const EVERY_MS = 1_000;

export const REFETCH = 'refetch';

export interface Worker {
  readonly job: Job;
  /** Does the due work now instead of at the next interval. */
  wake(): void;
  stop(): Promise<void>;
}

/** Work that is left after an answer: ties to refetch. Any process may do it; each row is claimed by one. */
export function startWorker(billing: () => Billing, onRun?: JobFrame['onRun']): Worker {
  const stopping = new AbortController();
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let woken = false;

  const job: Job = {
    name: REFETCH,
    everyMs: EVERY_MS,
    limitMs: 60_000,
    lateMs: 600_000,
    runs: 'all',
    recovers: true,
    async run(signal) {
      while (!signal.aborted && (await refetchDue(billing())) > 0);
    },
  };

  async function beat(): Promise<void> {
    woken = false;
    const { database, log } = billing();
    if (mayRun(job, database.phase()))
      await runJob({ pool: database.jobPool, log, stopping: stopping.signal, onRun }, job);
    beating = undefined;
    schedule(woken ? 0 : EVERY_MS);
  }

  /** Whoever wakes it is not whom the work is for: a caller's trace is left out. */
  const schedule = AsyncResource.bind((delay: number) => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      beating = beat();
    }, delay);
  });

  schedule(EVERY_MS);
  return {
    job,
    wake() {
      woken = true;
      if (!beating) schedule(0);
    },
    async stop() {
      stopping.abort(new Error('The service stops'));
      clearTimeout(timer);
      await beating;
    },
  };
}
