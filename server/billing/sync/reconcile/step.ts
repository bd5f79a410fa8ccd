import type { MoneyMemory } from '../../../adapters/account.ts';
import type { ReconcileRun, ReconcileSlice } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import type { CompareContext, CustomerDrift } from './compareCustomer.ts';

/** What comparing and importing a whole account takes. */
export type Reconciling = Applying & With<'plans' | 'prices' | 'generation' | 'hasAccounts'>;

export interface StepContext extends CompareContext {
  billing: Reconciling;
  run: ReconcileRun;
  slice: ReconcileSlice;
  /** What the run's lists of money have in common, as far as this process has read it. */
  memory: MoneyMemory;
}

/** What a visit adds to the run. */
export interface Visited {
  customers: number;
  subscriptions: number;
  live: number;
  failed: number;
  drifts: CustomerDrift[];
}

export const nothing: Visited = { customers: 0, subscriptions: 0, live: 0, failed: 0, drifts: [] };

/** One step of a run: items in key order, each visited once or, after a crash, twice. */
export interface Step<T> {
  /** The next items after the key; null: from the beginning. */
  next(after: string | null): Promise<T[]>;
  keyOf(item: T): string;
  visit(item: T): Promise<Visited>;
  /** How an item that could not be visited is reported. */
  failure(item: T, reason: string): Visited;
}
