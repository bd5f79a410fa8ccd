/** The company's clock: real time plus an offset that only grows. */
export class Clock {
  offsetMs = 0;
  private pinned: number | null = null;

  /** @param precisionMs resolution of the company's timestamps, such as 1000 for whole seconds */
  constructor(private readonly precisionMs: number) {}

  /** Unix time in ms. */
  now(): number {
    return this.round(this.pinned ?? Date.now() + this.offsetMs);
  }

  /** Runs `work` with the time set to `at`, in the past or the future. */
  runAt<R>(at: number, work: () => R): R {
    const before = this.pinned;
    this.pinned = at;
    try {
      return work();
    } finally {
      this.pinned = before;
    }
  }

  /** Runs `work` at one instant: what it begins and ends now are exactly as far apart as they should be. */
  standStill<R>(work: () => R): R {
    return this.runAt(this.pinned ?? Date.now() + this.offsetMs, work);
  }

  /** The offset that sets the clock to `at`; never smaller than the current one. */
  offsetFor(at: number): number {
    return Math.max(this.offsetMs, at - Date.now());
  }

  private round(at: number): number {
    return Math.floor(at / this.precisionMs) * this.precisionMs;
  }
}
