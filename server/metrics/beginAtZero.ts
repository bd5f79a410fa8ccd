import { eventTypes } from '../adapters/adapter.ts';
import type { EventOutcome } from '../billing/context.ts';
import type { ErrorCode } from '../errors.ts';
import type { MailOutcome } from '../mail/outbox.ts';
import type { CallOutcome, Meters, ProviderCall } from './meters.ts';

const namesOf = (all: Record<string, true>) => Object.keys(all);

const eventOutcomes = namesOf({
  applied: true,
  duplicate: true,
  stale: true,
  ignored: true,
  unmatched: true,
  failed: true,
  error: true,
} satisfies Record<EventOutcome, true>);
const callOutcomes = namesOf({ ok: true, refused: true, failed: true } satisfies Record<CallOutcome, true>);
const providerOutcomes: ProviderCall['outcome'][] = ['ok', 'error'];
const mailOutcomes = namesOf({
  sent: true,
  retried: true,
  refused: true,
  expired: true,
  outdated: true,
} satisfies Record<MailOutcome, true>);
/** The reasons for refusing a delivery before it is parsed. */
const refusals: ErrorCode[] = [
  'missing_signature',
  'invalid_signature',
  'invalid_json',
  'invalid_body',
  'payload_too_large',
  'too_many_requests',
  'too_many_requests',
];
/** The statuses that alerts compare. */
const statuses = [200, 500];

/**
 * Prometheus sees no increase in a counter that begins at 1, and would miss the first failure of a process. Counters of
 * deliveries are initialized with 0 here; the others when the module that knows their labels calls these functions.
 */
export interface Expected {
  expectRequests(endpoints: readonly string[]): void;
  expectProviderCalls(provider: string, operation: string): void;
  expectProcedures(procedures: readonly string[]): void;
}

export function beginAtZero(
  { events, refusals: refused, requests, calls, mails, procedures }: Meters,
  providers: readonly string[],
): Expected {
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0);
  for (const reason of refusals) refused.inc({ reason }, 0);
  for (const provider of providers)
    for (const type of [...eventTypes, 'other'])
      for (const outcome of eventOutcomes) events.inc({ provider, type, outcome }, 0);
  return {
    expectRequests(endpoints) {
      for (const endpoint of endpoints) for (const status of statuses) requests.zero({ endpoint, status });
    },
    expectProviderCalls(provider, operation) {
      for (const outcome of providerOutcomes) calls.zero({ provider, operation, outcome });
    },
    expectProcedures(names) {
      for (const procedure of names) for (const outcome of callOutcomes) procedures.inc({ procedure, outcome }, 0);
    },
  };
}
