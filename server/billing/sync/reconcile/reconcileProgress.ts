import type { Pool } from '../../../database/client.ts';
import type { CustomerDrift } from './compareCustomer.ts';
import { nothing, type StepContext, type Visited } from './step.ts';

/** A run's progress so far. */
export interface RunCounts {
  customers: number;
  subscriptions: number;
}

/** The shortest time between two saves: the most that is repeated after a kill -9. */
const FLUSH_EVERY_MS = 500;

/**
 * A slice's cursor, counts and differences are saved in one commit, as far as it was visited without a gap. A slice
 * that another process has taken over is not saved.
 */
const MOVE = `
  WITH moved AS (
    UPDATE reconcile_slice SET cursor = $4
      WHERE "runId" = $1 AND number = $2 AND cursor IS NOT DISTINCT FROM $3 AND "finishedAt" IS NULL RETURNING 1),
  told AS (
    INSERT INTO drift ("runId", provider, key, class, "userId", "providerSubscriptionId", "providerCustomerId", ours, theirs, fixed)
      SELECT $1, $9, d.* FROM jsonb_to_recordset($10::jsonb) AS d(key text, class text, "userId" text,
        "providerSubscriptionId" text, "providerCustomerId" text, ours text, theirs text, fixed bool)
      WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT ("runId", key) DO NOTHING)
  UPDATE reconcile_run SET customers = customers + $5, subscriptions = subscriptions + $6, live = live + $7,
    failed = failed + $8, "movedAt" = clock_timestamp() WHERE id = $1 AND EXISTS (SELECT FROM moved)
  RETURNING customers, subscriptions`;

/** Saves a slice's progress in key order although visits end in any order. */
export class Progress {
  readonly #pool: Pool;
  readonly #context: StepContext;
  readonly #onMove: (counts: RunCounts) => void;
  #cursor: string | null;
  #visits: { key: string; visited: Visited | null }[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #flushedAt = performance.now();

  constructor(context: StepContext, onMove: (counts: RunCounts) => void) {
    this.#pool = context.billing.database.pool;
    this.#context = context;
    this.#onMove = onMove;
    this.#cursor = context.slice.cursor;
  }

  /** Call in key order; call the returned function when the visit is over. */
  begin(key: string): (visited: Visited) => Promise<void> {
    const visit: { key: string; visited: Visited | null } = { key, visited: null };
    this.#visits.push(visit);
    return async (visited) => {
      visit.visited = visited;
      if (performance.now() - this.#flushedAt >= FLUSH_EVERY_MS) await this.flush();
    };
  }

  /** Saves progress. Rejects when another process has taken over the slice. */
  flush(): Promise<void> {
    this.#flushedAt = performance.now();
    this.#flushing = this.#flushing.then(() => this.#move());
    return this.#flushing;
  }

  async #move(): Promise<void> {
    const gap = this.#visits.findIndex(({ visited }) => visited === null);
    const done = this.#visits.splice(0, gap === -1 ? this.#visits.length : gap);
    const last = done.at(-1);
    if (!last) return;
    const sum = done.reduce((total, { visited }) => add(total, visited ?? nothing), nothing);
    const { run, slice, adapter } = this.#context;
    const drifts = sum.drifts.map((drift) => ({ ...drift, key: keyOf(drift) }));
    const { rows } = await this.#pool.query<RunCounts>(MOVE, [
      ...[run.id, slice.number, this.#cursor, last.key, sum.customers, sum.subscriptions, sum.live, sum.failed],
      ...[adapter.provider, JSON.stringify(drifts)],
    ]);
    const [counts] = rows;
    if (!counts) throw new Error('Another process has taken over this part of the comparison');
    this.#cursor = last.key;
    this.#onMove(counts);
  }
}

function add(a: Visited, b: Visited): Visited {
  return {
    customers: a.customers + b.customers,
    subscriptions: a.subscriptions + b.subscriptions,
    live: a.live + b.live,
    failed: a.failed + b.failed,
    drifts: b.drifts.length === 0 ? a.drifts : [...a.drifts, ...b.drifts],
  };
}

/** A subscription linked to the wrong customer here is met at both customers, but reported once. */
function keyOf({ class: name, about, providerSubscriptionId, providerCustomerId }: CustomerDrift): string {
  return `${name} ${about || providerSubscriptionId || providerCustomerId}`;
}
