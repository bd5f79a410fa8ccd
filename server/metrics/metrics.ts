import { collectDefaultMetrics, Registry } from 'prom-client';
import type { WebhookEvent } from '../adapters/adapter.ts';
import type { EventOutcome } from '../billing/context.ts';
import type { MailOutcome } from '../mail/outbox.ts';
import { beginAtZero, type Expected } from './beginAtZero.ts';
import { addGauges, type GaugeSources, type Gauges } from './gauges.ts';
import { type CallOutcome, createMeters, type ProviderCall } from './meters.ts';

/** Gauges that prom-client names like counters; their variants by type remain. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

export interface MetricsOptions extends GaugeSources {
  /** The providers whose webhooks are accepted. */
  providers: readonly string[];
}

/** The service's metrics for Prometheus. Counting is synchronous and takes microseconds. */
export interface Metrics extends Expected, Pick<Gauges, 'expectJobs' | 'recordRun'> {
  countEvent(event: WebhookEvent, outcome: EventOutcome): void;
  /** Counts a delivery that was refused before it was parsed. */
  countRefusal(reason: string): void;
  observeRequest(endpoint: string, status: string, seconds: number): void;
  observeProviderCall(call: ProviderCall): void;
  countMail(outcome: MailOutcome): void;
  /** Counts one procedure of a tRPC request, which may batch several. */
  countProcedure(procedure: string, outcome: CallOutcome): void;
  /** Returns the text exposition format; reads some values from the database. */
  expose(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics({ providers, ...sources }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const gauges = addGauges(registry, sources);
  const meters = createMeters(registry);
  return {
    ...beginAtZero(meters, providers),
    expectJobs: gauges.expectJobs,
    recordRun: gauges.recordRun,
    countEvent({ provider, type, occurredAt }, outcome) {
      meters.events.inc({ provider, type: type ?? 'other', outcome });
      const lag = (Date.now() - Date.parse(occurredAt ?? '')) / 1000;
      if (outcome === 'applied' && lag >= 0) meters.lag.observe({ provider }, lag);
    },
    countRefusal: (reason) => meters.refusals.inc({ reason }),
    observeRequest: (endpoint, status, seconds) => meters.requests.observe({ endpoint, status }, seconds),
    observeProviderCall: ({ provider, operation, outcome, seconds }) =>
      meters.calls.observe({ provider, operation, outcome }, seconds),
    countMail: (outcome) => meters.mails.inc({ outcome }),
    countProcedure: (procedure, outcome) => meters.procedures.inc({ procedure, outcome }),
    async expose() {
      await gauges.refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
