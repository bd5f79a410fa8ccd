/** `more`: something is left, and the job is due again at once; only a run that leaves nothing counts as a success. */
export type JobResult = 'done' | 'more';

/** Work that is due again and again. Each has its own timer, lease, time limit, error and age. */
export interface Job {
  /** Also its lease's name and the label of its metrics. */
  name: string;
  /** From the start of one run to the start of the next. */
  everyMs: number;
  /** A run that takes longer has its signal aborted and counts as failed. */
  limitMs: number;
  /**
   * `one`: one process at a time, by a lease. `all`: every process whenever it is due; its rows are claimed one by one.
   */
  runs: 'one' | 'all';
  /** Must end soon after the signal is aborted, and may be repeated at any point. */
  run(signal: AbortSignal): Promise<JobResult>;
}
