import { randomUUID } from 'node:crypto';
import type { Store } from '../core/store.ts';
import { endpointOf } from './endpoint.ts';
import { holdBackMs, noFaults, strikes } from './faults.ts';
import type { Delivery, StoredEvent, Switches } from './records.ts';

export function currentSwitches(store: Store): Switches {
  return store.get('switches', 'switches') ?? store.put('switches', { id: 'switches', ...noFaults() });
}

/** Keeps an event and its delivery; meant to run in the transaction of the change that the event tells of. */
export function enqueue(store: Store, event: StoredEvent): Delivery {
  const switches = currentSwitches(store);
  const ordinal = switches.drawn + 1;
  store.update('switches', 'switches', { drawn: ordinal });
  store.put('events', event);
  const { events } = endpointOf(store);
  const unwanted = events !== undefined && !events.includes(event.type);
  const dropped = unwanted || strikes(switches, ordinal, 'drop');
  return store.put('deliveries', {
    id: `dlv_${randomUUID()}`,
    eventId: event.id,
    eventType: event.type,
    lane: event.lane,
    ordinal,
    status: dropped ? 'dropped' : 'pending',
    nextAt: dropped ? null : Date.now() + holdBackMs(switches, ordinal),
    attemptCount: 0,
    attempts: [],
    repeats: 0,
    manual: false,
  });
}

/** Sends the same event once more, whatever became of it; faults spare it. */
export function resend(store: Store, delivery: Delivery): Delivery {
  return store.update('deliveries', delivery.id, {
    status: 'pending',
    nextAt: Date.now(),
    manual: true,
    attemptCount: 0,
  });
}
