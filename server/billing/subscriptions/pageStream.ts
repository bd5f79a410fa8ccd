/**
 * One open page, notified of changes until it leaves or is ended. Changes that arrive faster than it reads are merged
 * into one.
 */
export class PageStream {
  readonly userId: string;
  readonly sessionId: string | null;
  #onEnd: (() => void)[] = [];
  #wake: () => void = () => {};
  #changed = false;
  #end: { error?: Error } | null = null;

  constructor({ userId, sessionId }: { userId: string; sessionId: string | null }) {
    this.userId = userId;
    this.sessionId = sessionId;
  }

  get isOpen(): boolean {
    return this.#end === null;
  }

  /** What is done at its end. */
  onEnd(action: () => void): void {
    this.#onEnd.push(action);
  }

  tell(): void {
    this.#changed = true;
    this.#wake();
  }

  /** Without an error the reader sees a regular end, after which pages do not reconnect. */
  end(error?: Error): void {
    if (this.#end) return;
    this.#end = { error };
    for (const action of this.#onEnd) action();
    this.#wake();
  }

  /** The signal now ends it, whether or not it is ever read. */
  changes(signal: AbortSignal): AsyncGenerator<void> {
    if (signal.aborted) this.end();
    signal.addEventListener('abort', () => this.end(), { once: true });
    return this.#read();
  }

  async *#read(): AsyncGenerator<void> {
    try {
      while (!this.#end) {
        if (!this.#changed) await new Promise<void>((resolve) => (this.#wake = resolve));
        if (this.#end || !this.#changed) continue;
        this.#changed = false;
        yield;
      }
      const { error } = this.#end as { error?: Error };
      if (error) throw error;
    } finally {
      this.end();
    }
  }
}
