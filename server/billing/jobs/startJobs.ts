import type { Job } from './job.ts';
import { type JobFrame, runJob } from './runJob.ts';

export interface RunningJobs {
  /** Aborts the signals of what is under way; nothing begins any more. */
  abort(): void;
  /** The same, and resolves when everything has ended. */
  stop(): Promise<void>;
}

/** What another process left or finished is seen after so long at most. */
const LOOK_EVERY_MS = 5_000;

/** Each job has a timer of its own: none waits for another one. */
export function startJobs(frame: Omit<JobFrame, 'stopping'>, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController();
  const timers = jobs.map((job) => startTimer({ ...frame, stopping: stopping.signal }, job));
  const abort = () => {
    for (const timer of timers) timer.clear();
    stopping.abort(new Error('The service stops; the next run goes on from here'));
  };
  return {
    abort,
    async stop() {
      abort();
      await Promise.all(timers.map((timer) => timer.ended()));
    },
  };
}

function startTimer(frame: JobFrame, job: Job) {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let underWay: Promise<unknown> | null = null;
  /** A run that was given up may still be under way: it is never met by the next one in its own process. */
  const run: Job['run'] = (signal) => {
    const started = job.run(signal);
    underWay = started.catch(() => undefined).finally(() => (underWay = null));
    return started;
  };
  const look = async () => {
    const result = underWay ? 'idle' : await runJob(frame, { ...job, run });
    if (!frame.stopping.aborted) schedule(result === 'more' ? 0 : apart(job));
  };
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      running = look();
    }, delay);
  };
  schedule(Math.random() * Math.min(job.everyMs, 1_000));
  return { clear: () => clearTimeout(timer), ended: () => running };
}

/** A tenth more or less, so that processes that were started together don't ask together. */
function apart({ everyMs }: Job): number {
  return Math.min(everyMs, LOOK_EVERY_MS) * (0.9 + Math.random() * 0.2);
}
