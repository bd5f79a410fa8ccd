/** The company's own time: real time plus an offset that only grows. */
export class Clock {
  offsetMs = 0;
  private pinned: number | null = null;

  /** @param precisionMs the finest step that the company's events show, such as 1000 for whole seconds */
  constructor(private readonly precisionMs: number) {}

  /** Unix time in ms. */
  now(): number {
    return this.round(this.pinned ?? Date.now() + this.offsetMs);
  }

  /** Runs `work` as of `at`, which may lie behind or ahead. */
  runAt<R>(at: number, work: () => R): R {
    this.pinned = at;
    try {
      return work();
    } finally {
      this.pinned = null;
    }
  }

  /** The offset with which it would be `at` now; never smaller than the present one. */
  offsetFor(at: number): number {
    return Math.max(this.offsetMs, at - Date.now());
  }

  private round(at: number): number {
    return Math.floor(at / this.precisionMs) * this.precisionMs;
  }
}
