import { Counter, Histogram, type Registry } from 'prom-client';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From half a second to the three days after which Stripe gives up. */
const LAG_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400, 259_200];

export interface ProviderCall {
  provider: string;
  operation: string;
  outcome: 'ok' | 'error';
  seconds: number;
}

/** `refused`: the caller's fault; `failed`: ours or the provider's. */
export type CallOutcome = 'ok' | 'refused' | 'failed';

export type Meters = ReturnType<typeof createMeters>;

/** Counters and histograms, by the names that alerts and dashboards know. */
export function createMeters(registry: Registry) {
  const registers = [registry];
  return {
    events: new Counter({
      name: 'billing_webhook_events_total',
      help: 'Signed webhook deliveries by outcome',
      registers,
      labelNames: ['provider', 'type', 'outcome'],
    }),
    refusals: new Counter({
      name: 'billing_webhook_refusals_total',
      help: 'Refused webhook deliveries by reason',
      registers,
      labelNames: ['reason'],
    }),
    lag: new Histogram({
      name: 'billing_webhook_lag_seconds',
      help: "Time from an event's time to its effect on the records",
      registers,
      labelNames: ['provider'],
      buckets: LAG_SECONDS,
    }),
    requests: new Histogram({
      name: 'billing_http_request_seconds',
      help: 'HTTP requests by endpoint and status; not_selling: a checkout was refused by SELLING=off',
      registers,
      labelNames: ['endpoint', 'status'],
      buckets: REQUEST_SECONDS,
    }),
    calls: new Histogram({
      name: 'billing_provider_call_seconds',
      help: "Calls to a provider's API",
      registers,
      labelNames: ['provider', 'operation', 'outcome'],
      buckets: REQUEST_SECONDS,
    }),
    mails: new Counter({
      name: 'billing_mails_total',
      help: 'Attempts to send a mail by outcome; expired: given up unsent; outdated: no longer true',
      registers,
      labelNames: ['outcome'],
    }),
    procedures: new Counter({
      name: 'billing_trpc_calls_total',
      help: 'tRPC calls by procedure and outcome',
      registers,
      labelNames: ['procedure', 'outcome'],
    }),
  };
}
