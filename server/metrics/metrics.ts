import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { WebhookEvent } from '../adapters/adapter.ts';
import type { EventOutcome } from '../billing/context.ts';
import { addGauges, type GaugeSources } from './gauges.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From half a second to the three days after which Stripe gives up. */
const LAG_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400, 259_200];

export interface ProviderCall {
  provider: string;
  operation: string;
  outcome: 'ok' | 'error';
  seconds: number;
}

/** What the service counts, for Prometheus. Counting is synchronous and costs microseconds. */
export interface Metrics {
  countEvent(event: WebhookEvent, outcome: EventOutcome): void;
  /** A delivery that was refused before it was known what it says. */
  countRefusal(reason: string): void;
  observeRequest(door: string, status: number, seconds: number): void;
  observeProviderCall(call: ProviderCall): void;
  /** The text exposition format; reads the database for what is counted there. */
  expose(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics(sources: GaugeSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshGauges = addGauges(registry, sources);
  const meters = createMeters(registry);
  return {
    countEvent({ provider, type, occurredAt }, outcome) {
      meters.events.inc({ provider, type: type ?? 'other', outcome });
      const lag = (Date.now() - Date.parse(occurredAt ?? '')) / 1000;
      if (outcome === 'applied' && lag >= 0) meters.lag.observe({ provider }, lag);
    },
    countRefusal: (reason) => meters.refusals.inc({ reason }),
    observeRequest: (door, status, seconds) => meters.requests.observe({ door, status }, seconds),
    observeProviderCall: ({ provider, operation, outcome, seconds }) =>
      meters.calls.observe({ provider, operation, outcome }, seconds),
    async expose() {
      await refreshGauges();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function createMeters(registry: Registry) {
  const registers = [registry];
  return {
    events: new Counter({
      ...{ name: 'billing_webhook_events_total', help: 'Signed webhook deliveries by what became of them', registers },
      labelNames: ['provider', 'type', 'outcome'],
    }),
    refusals: new Counter({
      ...{ name: 'billing_webhook_refusals_total', help: 'Webhook deliveries that were no genuine event', registers },
      labelNames: ['reason'],
    }),
    lag: new Histogram({
      ...{ name: 'billing_webhook_lag_seconds', help: "From an event's time to its effect on the records", registers },
      labelNames: ['provider'],
      buckets: LAG_SECONDS,
    }),
    requests: new Histogram({
      ...{ name: 'billing_http_request_seconds', help: 'HTTP requests by door and status', registers },
      labelNames: ['door', 'status'],
      buckets: REQUEST_SECONDS,
    }),
    calls: new Histogram({
      ...{ name: 'billing_provider_call_seconds', help: "Calls to a provider's API", registers },
      labelNames: ['provider', 'operation', 'outcome'],
      buckets: REQUEST_SECONDS,
    }),
  };
}
