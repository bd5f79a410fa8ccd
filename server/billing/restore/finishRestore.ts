import type { Adapter } from '../../adapters/adapter.ts';
import { writeAudit } from '../../database/audit.ts';
import { FINISH_RECOVERY } from '../../database/restore/mark.ts';
import type { Billing } from '../context.ts';
import { fetchEvents } from '../sync/fetchEvents.ts';
import { type ImportReport, readReport } from '../sync/import/importReport.ts';
import { reconcile } from '../sync/reconcile/reconcile.ts';
import type { RunCounts } from '../sync/reconcile/reconcileProgress.ts';
import { findLostAccounts, type LostAccounts } from './lostAccounts.ts';
import { repeatErasures } from './repeatErasures.ts';

/** There is nothing to finish; the message says why. */
export class RestoreRefused extends Error {}

export interface FinishOptions {
  /** Users who deleted their account since the backup; absent: nobody knows. */
  erased?: readonly string[];
  reason: string;
  /** As `writeAudit` takes it. */
  actor: string;
  /** As a reconcile takes it. */
  paceMs?: number;
  signal: AbortSignal;
  onProgress?(counts: RunCounts): void;
}

export interface RestoreReport {
  /** ISO 8601: what the provider knows from then on was missing. */
  since: string;
  /** Of each provider: what was brought in, and what of it is nobody's. */
  providers: ImportReport[];
  /** How many events each provider still had; one that lists none is left out. */
  events: { provider: string; applied: number }[];
  lost: LostAccounts;
  /** Deletions that were repeated; null: nobody said which. */
  erased: number | null;
  /** One-time purchases since then that tell no plan: `billing grant` gives it. */
  planless: { userId: string; paymentId: string; amount: string; currency: string }[];
}

const WHOM = 'everyone';

/**
 * Brings a restored database up to what the providers know, and opens selling. Everything may be repeated: one that was
 * stopped or killed goes on where it was. Nothing is written to a provider, and nobody is mailed. Throws RestoreRefused;
 * rejects while a provider is unavailable: nothing is sold then.
 */
export async function finishRestore(billing: Billing, options: FinishOptions): Promise<RestoreReport> {
  const dataUntil = await requireRecovering(billing);
  const providers: ImportReport[] = [];
  const events: RestoreReport['events'] = [];
  for (const adapter of billing.adapters.values()) {
    providers.push(await walk(billing, adapter, { ...options, dataUntil }));
    const applied = await applyMissed(billing, adapter, { ...options, dataUntil });
    if (applied !== null) events.push({ provider: adapter.provider, applied });
  }
  const failed = providers.filter((report) => report.failed > 0 || report.stopped !== null);
  if (failed.length > 0) throw new RestoreRefused(`${failed.map((one) => one.provider)}: not everything could be read`);
  const erased = options.erased ? await repeatErasures(billing, options.erased) : null;
  const lost = await findLostAccounts(billing);
  const planless = await listPlanless(billing, dataUntil);
  await open(billing, options, { lost: lost.waiting, erased });
  return { since: dataUntil.toISOString(), providers, events, lost, erased, planless };
}

async function requireRecovering({ database }: Billing): Promise<Date> {
  const phase = database.phase();
  if (phase === 'restored') throw new RestoreRefused('Start the service with RECOVERY=on first');
  const mark = await database.prisma.databaseMark.findUnique({ where: { id: 'current' } });
  if (phase === 'open' || !mark?.dataUntil) throw new RestoreRefused('This database does not recover from a backup');
  return mark.dataUntil;
}

type Walk = FinishOptions & { dataUntil: Date };

async function walk(billing: Billing, adapter: Adapter, { dataUntil, ...options }: Walk): Promise<ImportReport> {
  const { paceMs, signal, onProgress } = options;
  const restoredFrom = dataUntil.toISOString();
  const run = await reconcile(billing, {
    adapter,
    paceMs,
    signal,
    onProgress,
    input: { restoredFrom },
    inputs: restoredFrom,
    fix: true,
    trigger: 'restore',
    startedAt: billing.now(),
  });
  return readReport(billing, run);
}

const MARGIN_MS = 10 * 60_000;

/** What lists don't tell: which plan a one-time purchase bought, and the ledger of the time. null: none are listed. */
async function applyMissed(billing: Billing, adapter: Adapter, { dataUntil, signal }: Walk): Promise<number | null> {
  const { listEvents } = adapter;
  if (!listEvents) return null;
  const since = new Date(dataUntil.getTime() - MARGIN_MS);
  return (await fetchEvents(billing, { adapter: { ...adapter, listEvents }, since, signal })).events.length;
}

async function listPlanless({ database }: Billing, since: Date): Promise<RestoreReport['planless']> {
  const rows = await database.prisma.payment.findMany({
    where: { type: 'one_time', plan: null, status: { not: 'failed' }, createdAt: { gte: since } },
    select: { userId: true, referenceId: true, id: true, amount: true, currency: true },
  });
  return rows.map(({ userId, referenceId, id, ...paid }) => ({ userId, paymentId: referenceId ?? id, ...paid }));
}

async function open({ database }: Billing, { reason, actor }: FinishOptions, details: object): Promise<void> {
  await database.prisma.$transaction(async (tables) => {
    await tables.$executeRawUnsafe(FINISH_RECOVERY);
    await writeAudit(tables, { action: 'restore_finished', actor, reason, userId: WHOM, details: { ...details } });
  });
}
