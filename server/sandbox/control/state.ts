import type { Company } from '../core/company.ts';
import { endpointById, OWN } from '../webhooks/endpoint.ts';
import { currentSwitches } from '../webhooks/outbox.ts';
import type { Delivery } from '../webhooks/records.ts';
import type { Sender } from '../webhooks/sender.ts';

export function stateOf(company: Company, sender: Sender) {
  const { store, clock, options } = company;
  const deliveries = { pending: 0, delivered: 0, failed: 0, dropped: 0 };
  for (const { status } of store.all('deliveries')) deliveries[status] += 1;
  const { failedInRow = 0, disabled = true } = endpointById(company, OWN) ?? {};
  return {
    dialect: options.dialect,
    now: new Date(clock.now()).toISOString(),
    offsetMs: clock.offsetMs,
    counts: {
      customers: store.count('customers'),
      checkouts: store.count('checkouts'),
      subscriptions: store.count('subscriptions'),
      invoices: store.count('invoices'),
      events: store.count('events'),
    },
    deliveries,
    /** Deliveries with something left to send, including repeats of delivered ones. */
    pending: sender.pending,
    endpoint: { failedInRow, disabled },
    switches: currentSwitches(store),
  };
}

/** The latest `limit` deliveries, newest first, each with the body of its event as sent. */
export function deliveriesOf(company: Company, filter: { status?: string; limit: number }) {
  const matches = company.store.all('deliveries').filter(({ status }) => !filter.status || status === filter.status);
  return matches
    .slice(-filter.limit)
    .reverse()
    .map((delivery) => withEvent(company, delivery));
}

function withEvent(company: Company, delivery: Delivery) {
  const event = company.store.get('events', delivery.eventId);
  return {
    ...delivery,
    at: new Date(event?.at ?? 0).toISOString(),
    body: (delivery.thin && event?.thin) || (event?.body ?? ''),
  };
}
