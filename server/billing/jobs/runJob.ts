import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../database/client.ts';
import { withLease } from '../../database/lease.ts';
import type { Log } from '../context.ts';
import type { Job } from './job.ts';
import { isDue, recordBegin, recordFailure, recordSuccess } from './jobRecord.ts';

export interface JobFrame {
  pool: Pool;
  log: Log;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  /** How long an aborted run may take to end before it is given up. Default: 3 seconds. */
  graceMs?: number;
  /** Told of each run in this process that the database recorded. */
  onRun?(name: string, succeeded: boolean): void;
}

/** `idle`: not due, or another process is running it. */
export type RunResult = 'done' | 'idle' | 'failed' | 'stopped';

const GRACE_MS = 3_000;

/** Runs the job if it is due and no other process does. Never rejects: errors are logged and stored in its row. */
export async function runJob(frame: JobFrame, job: Job): Promise<RunResult> {
  if (frame.stopping.aborted) return 'stopped';
  try {
    if (job.runs === 'all') return await attempt(frame, job, frame.stopping);
    if (!(await isDue(frame.pool, job))) return 'idle';
    const leased = await withLease(frame.pool, { name: `job:${job.name}`, signal: frame.stopping }, async (signal) =>
      (await recordBegin(frame.pool, job)) ? attempt(frame, job, signal) : 'idle',
    );
    return leased.held ? leased.result : 'idle';
  } catch (error) {
    if (frame.stopping.aborted) return 'stopped';
    frame.log.warn({ err: error, job: job.name }, 'A job could not be started or recorded');
    return 'failed';
  }
}

async function attempt(
  { pool, log, stopping, graceMs = GRACE_MS, onRun }: JobFrame,
  job: Job,
  signal: AbortSignal,
): Promise<RunResult> {
  try {
    const begun = performance.now();
    await bounded(job, { signal, graceMs });
    await recordSuccess(pool, job, performance.now() - begun);
    onRun?.(job.name, true);
    return 'done';
  } catch (error) {
    if (stopping.aborted) return 'stopped';
    log.warn({ err: error, job: job.name }, 'A job failed and will be retried');
    await recordFailure(pool, job, error);
    onRun?.(job.name, false);
    return 'failed';
  }
}

/** Rejects if the run has not ended some time after its signal was aborted. */
async function bounded(
  { name, limitMs, run }: Job,
  { signal: outer, graceMs }: { signal: AbortSignal; graceMs: number },
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`The job ${name} took longer than ${limitMs} ms`)), limitMs);
  const signal = AbortSignal.any([outer, late.signal]);
  const over = new AbortController();
  try {
    await Promise.race([run(signal), givenUp(signal, over.signal, graceMs)]);
  } catch (error) {
    // The error of an aborted operation does not name the reason.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function givenUp(signal: AbortSignal, over: AbortSignal, graceMs: number): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
  await sleep(graceMs, undefined, { signal: over, ref: false }).catch(() => undefined);
  throw signal.reason;
}
