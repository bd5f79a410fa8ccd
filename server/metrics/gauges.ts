import { Gauge, type Registry } from 'prom-client';
import type { OperationalStatus } from '../billing/status/operationalStatus.ts';
import type { Pool } from '../database/client.ts';
import { version } from '../settings/version.ts';
import { addJobGauges, type ScheduledJob } from './jobGauges.ts';

export interface GaugeSources {
  /** The connection pools by purpose. */
  pools: Record<string, Pool>;
  /** Reads pending work and drift from the database; rejects if the database is unavailable. */
  readOperationalStatus(): Promise<OperationalStatus>;
  /** Whether the database accepts writes. */
  isUp(): Promise<boolean>;
  /** Prices whose charged amount differs from the shown one. */
  priceDifferences(): { plan: string; interval: string; ours: string; theirs: string }[];
  /** Prices that are to be ignored, and are not, because payers of them have a plan here. */
  notIgnored(): readonly { provider: string; id: string; payers: number }[];
  /** Former providers whose live subscriptions raise no alert. */
  ignoredFormer: readonly string[];
  /** Whether checkouts are started. */
  selling(): boolean;
  /** The number of pages that are connected to the stream of changes. */
  streams(): number;
}

export interface Gauges {
  refresh(): Promise<void>;
  /** Sets the jobs of this process: other jobs in the database are no longer scheduled. */
  expectJobs(jobs: readonly ScheduledJob[]): void;
  /** Counts a run of a job in this process. */
  recordRun(task: string, succeeded: boolean): void;
}

/**
 * Gauges of the current state. Every process reports the same values of the database: aggregate them with max, not sum.
 */
export function addGauges(
  registry: Registry,
  { pools, readOperationalStatus, isUp, streams, priceDifferences, notIgnored, ignoredFormer, selling }: GaugeSources,
): Gauges {
  const gauges = createGauges(registry);
  gauges.build.set({ version }, 1);
  const jobs = addJobGauges(registry);
  const refresh = async () => {
    const [operationalStatus, up] = await Promise.all([readOperationalStatus().catch(() => null), isUp()]);
    for (const [name, pool] of Object.entries(pools)) setConnections(gauges.connections, name, pool);
    gauges.up.set(up ? 1 : 0);
    gauges.selling.set(selling() ? 1 : 0);
    gauges.streams.set(streams());
    gauges.prices.reset();
    for (const { plan, interval, ours, theirs } of priceDifferences())
      gauges.prices.set({ plan, interval, ours, theirs }, 1);
    gauges.notIgnored.reset();
    for (const { provider, id, payers } of notIgnored()) gauges.notIgnored.set({ provider, price: id }, payers);
    for (const name of [
      'waiting',
      'oldest',
      'events',
      'aside',
      'daysAhead',
      'drift',
      'age',
      'unknownPlans',
      'leftPlans',
      'duplicates',
      'lateCharges',
      'former',
    ] as const)
      gauges[name].reset();
    if (operationalStatus) setOperationalStatus(gauges, operationalStatus);
    for (const { provider, count } of operationalStatus?.former ?? [])
      gauges.former.set({ provider, ignored: `${ignoredFormer.includes(provider)}` }, count);
    jobs.setAges(operationalStatus?.jobs);
  };
  return { refresh, expectJobs: jobs.expect, recordRun: jobs.recordRun };
}

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `billing_${name}`, help, labelNames, registers: [registry] });
  return {
    connections: gauge('database_connections', 'Connections by pool: open, idle, and callers waiting for one', [
      'pool',
      'state',
    ]),
    build: gauge('build_info', '1, with the version of this process', ['version']),
    up: gauge('database_up', '1 while the database answers and accepts writes'),
    streams: gauge('change_streams', 'Open pages that get changes from this process'),
    selling: gauge('selling', '0 while nothing can be bought (SELLING=off, or a restored database)'),
    waiting: gauge('refetches_waiting', 'Ties that wait for the provider snapshot'),
    oldest: gauge('refetches_oldest_seconds', 'Age of the oldest tie that waits'),
    events: gauge('ledger_events', 'Unmatched and failed events of the ledger', ['outcome']),
    aside: gauge('set_aside', 'Rows that failed repeatedly, by job', ['task']),
    daysAhead: gauge('ledger_partitions_ahead', 'Days after today whose bodies have a partition'),
    drift: gauge('reconcile_drift', 'Drift that the last finished reconcile found', ['provider', 'class', 'fixed']),
    unknownPlans: gauge('unknown_plan_subscriptions', 'Live subscriptions with an unknown plan', ['provider']),
    leftPlans: gauge('left_plan_payers', 'Live payers of each plan that is not in the plans file', ['plan']),
    notIgnored: gauge('price_not_ignored', 'Live payers with a plan here of each price that is to be ignored', [
      'provider',
      'price',
    ]),
    duplicates: gauge('duplicate_subscriptions', 'Live subscriptions beside another of the same user', ['state']),
    lateCharges: gauge('late_charges', 'Charges after the deletion of their account, not given back', ['state']),
    former: gauge('former_subscriptions', 'Live subscriptions of providers that are not set up', [
      'provider',
      'ignored',
    ]),
    prices: gauge('price_differs', '1 for each price whose charged amount differs from the shown one', [
      'plan',
      'interval',
      'ours',
      'theirs',
    ]),
    age: gauge('reconcile_age_seconds', 'Time since the last finished reconcile', ['provider']),
  };
}

type Created = ReturnType<typeof createGauges>;

function setConnections(connections: Gauge, name: string, pool: Pool): void {
  connections.set({ pool: name, state: 'open' }, pool.totalCount);
  connections.set({ pool: name, state: 'idle' }, pool.idleCount);
  connections.set({ pool: name, state: 'waiting' }, pool.waitingCount);
}

function setOperationalStatus(gauges: Created, operationalStatus: OperationalStatus): void {
  const { refetches, setAside, unmatched, failed, reconciles, drifts } = operationalStatus;
  gauges.waiting.set(refetches.waiting);
  gauges.oldest.set(refetches.oldestSeconds);
  gauges.events.set({ outcome: 'unmatched' }, unmatched);
  gauges.events.set({ outcome: 'failed' }, failed);
  gauges.daysAhead.set(operationalStatus.daysAhead);
  for (const { job: task, count } of setAside) gauges.aside.set({ task }, count);
  for (const { provider, count } of operationalStatus.unknownPlans) gauges.unknownPlans.set({ provider }, count);
  for (const { plan, payers } of operationalStatus.leftPlans) gauges.leftPlans.set({ plan }, payers);
  for (const { state, count } of operationalStatus.duplicates) gauges.duplicates.set({ state }, count);
  for (const { state, count } of operationalStatus.lateCharges) gauges.lateCharges.set({ state }, count);
  for (const { provider, ageSeconds } of reconciles) gauges.age.set({ provider }, ageSeconds);
  for (const { provider, class: name, fixed, count } of drifts) {
    gauges.drift.set({ provider, class: name, fixed: `${fixed}` }, count);
  }
}
