/** Recurring work. Each job has its own timer, lease, timeout, error and age. */
export interface Job {
  /** Also the name of its lease, and the label `task` of its metrics. */
  name: string;
  /** From the start of one run to the start of the next. */
  everyMs: number;
  /** Without a success for this long, people are hurt: somebody is paged. */
  lateMs: number;
  /** A longer run is aborted by its signal and counts as failed. */
  limitMs: number;
  /** `one`: one process at a time, by a lease. `all`: every process whenever it is due; rows are claimed one by one. */
  runs: 'one' | 'all';
  /** It writes neither to a provider nor to people, so it also runs while a restored database recovers. */
  recovers?: true;
  /** Must end soon after the signal is aborted, and must be safe to repeat at any point. */
  run(signal: AbortSignal): Promise<unknown>;
}
