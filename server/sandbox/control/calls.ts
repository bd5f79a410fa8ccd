import type { Request, Response } from 'express';

/** A call to the company's API. Times are Unix milliseconds. */
export interface ApiCall {
  at: number;
  method: string;
  /** Path and query. */
  path: string;
  /** null: not answered, or not yet. */
  status: number | null;
  /** When it was answered or aborted; null: still running. */
  endedAt: number | null;
}

const MOST_KEPT = 20_000;

/** The latest API calls, oldest first, and the calls on hold. Kept in memory only. */
export class ApiCalls {
  private kept: ApiCall[] = [];
  private readonly held = new Set<() => void>();

  note({ method, originalUrl }: Request, response: Response): void {
    const call: ApiCall = { at: Date.now(), method, path: originalUrl, status: null, endedAt: null };
    if (this.kept.length === MOST_KEPT) this.kept.shift();
    this.kept.push(call);
    response.once('close', () => {
      call.endedAt = Date.now();
      if (response.writableFinished) call.status = response.statusCode;
    });
  }

  all(): readonly ApiCall[] {
    return this.kept;
  }

  forget(): void {
    this.kept = [];
  }

  hold(goOn: () => void): void {
    this.held.add(goOn);
  }

  release(): void {
    for (const goOn of this.held) goOn();
    this.held.clear();
  }
}
