import type { Phase } from '../../database/restore/mark.ts';
import type { Job } from './job.ts';
import { type JobFrame, runJob } from './runJob.ts';

export interface RunningJobs {
  /** Aborts the signals of running jobs; no job starts any more. */
  abort(): void;
  /** The same, and resolves when all jobs have ended. */
  stop(): Promise<void>;
}

/** How often a process checks for jobs that other processes left or finished. */
const LOOK_EVERY_MS = 5_000;

interface Frame extends Omit<JobFrame, 'stopping'> {
  /** Of the database; absent: open. */
  phase?(): Phase;
}

/** Each job has its own timer: none waits for another. */
export function startJobs(frame: Frame, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController();
  const timers = jobs.map((job) => startTimer({ ...frame, stopping: stopping.signal }, job));
  const abort = () => {
    for (const timer of timers) timer.clear();
    stopping.abort(new Error('The service is stopping; the next run continues from here'));
  };
  return {
    abort,
    async stop() {
      abort();
      await Promise.all(timers.map((timer) => timer.ended()));
    },
  };
}

function startTimer(frame: Frame & JobFrame, job: Job) {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let underWay: Promise<unknown> | null = null;
  /** A run that was given up may still be going on, so its process does not start the next one beside it. */
  const run: Job['run'] = (signal) => {
    const started = job.run(signal);
    underWay = started.catch(() => undefined).finally(() => (underWay = null));
    return started;
  };
  const look = async () => {
    const rests = underWay || !mayRun(job, frame.phase?.());
    if (!rests) await runJob(frame, { ...job, run });
    if (!frame.stopping.aborted) schedule(apart(job));
  };
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      running = look();
    }, delay);
  };
  schedule(Math.random() * Math.min(job.everyMs, 1_000));
  return { clear: () => clearTimeout(timer), ended: () => running };
}

/** Nothing is written for a dump that somebody may only have wanted to look at. */
export function mayRun({ recovers }: Pick<Job, 'recovers'>, phase: Phase = 'open'): boolean {
  return phase === 'open' || (phase === 'recovering' && recovers === true);
}

/** Jitter of a tenth, so that processes started together don't query together. */
function apart({ everyMs }: Job): number {
  return Math.min(everyMs, LOOK_EVERY_MS) * (0.9 + Math.random() * 0.2);
}
