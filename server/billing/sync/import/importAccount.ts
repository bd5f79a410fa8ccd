import { createHash } from 'node:crypto';
import type { Adapter } from '../../../adapters/adapter.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { RunCounts } from '../reconcile/reconcileProgress.ts';
import type { Reconciling } from '../reconcile/step.ts';
import type { ImportInput } from './importInput.ts';
import { type ImportReport, readReport } from './importReport.ts';

export interface ImportOptions {
  adapter: Adapter;
  input: ImportInput;
  /** Nothing is recorded; the report says what would be. */
  dryRun: boolean;
  /** As a reconcile takes it. */
  paceMs?: number;
  signal?: AbortSignal;
  onProgress?(counts: RunCounts): void;
}

/**
 * Records what the provider's account holds of people who are users here: customers, subscriptions, and the money of
 * the running periods. The provider is only read; nothing is sold, ended or mailed. An import that was stopped or killed
 * is resumed by the next one with the same input; a repeated one changes nothing. Rejects when the provider stays
 * unavailable; throws OtherAccount.
 */
export async function importAccount(billing: Reconciling, options: ImportOptions): Promise<ImportReport> {
  const { dryRun, input, ...how } = options;
  const run = await reconcile(billing, {
    ...how,
    input,
    inputs: digestOf(input),
    fix: !dryRun,
    trigger: 'import',
    startedAt: billing.now(),
  });
  return readReport(billing, run);
}

function digestOf({ map, trustedKey = '', since = '' }: ImportInput): string {
  const text = JSON.stringify([[...(map?.users ?? [])], trustedKey, since]);
  return createHash('sha256').update(text).digest('hex');
}
