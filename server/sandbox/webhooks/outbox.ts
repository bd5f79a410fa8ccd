import { randomUUID } from 'node:crypto';
import type { Store } from '../core/store.ts';
import { endpointsOf, type Keeping, wants } from './endpoint.ts';
import { holdBackMs, noFaults, strikes } from './faults.ts';
import type { Delivery, Endpoint, StoredEvent, Switches } from './records.ts';

export function currentSwitches(store: Store): Switches {
  return store.get('switches', 'switches') ?? store.put('switches', { id: 'switches', ...noFaults() });
}

/**
 * Stores an event, and a delivery for each endpoint that subscribes to it. Call it in the transaction of the change
 * that the event reports.
 */
export function enqueue(company: Keeping, event: StoredEvent): Delivery[] {
  const { store, dialect } = company;
  const switches = currentSwitches(store);
  const ordinal = switches.drawn + 1;
  store.update('switches', 'switches', { drawn: ordinal });
  store.put('events', event);
  const dropped = strikes(switches, ordinal, 'drop');
  const nextAt = dropped ? null : Date.now() + holdBackMs(switches, ordinal);
  // An endpoint that the company disabled for its failures gets the events later; one that the shop disabled doesn't.
  const isOpen = ({ disabled }: Endpoint) => !disabled || dialect.disableAfter !== undefined;
  const addressed = endpointsOf(company).filter((each) => isOpen(each) && wants(each, event));
  return addressed.map(({ id, payload }) =>
    store.put('deliveries', {
      id: `dlv_${randomUUID()}`,
      eventId: event.id,
      endpointId: id,
      eventType: event.type,
      lane: event.lane,
      ordinal,
      status: dropped ? 'dropped' : 'pending',
      nextAt,
      attemptCount: 0,
      attempts: [],
      repeats: 0,
      manual: false,
      ...(payload === 'thin' ? { thin: true } : {}),
    }),
  );
}

/** Sends the event again, whatever its status; exempt from faults. */
export function resend(store: Store, delivery: Delivery): Delivery {
  return store.update('deliveries', delivery.id, {
    status: 'pending',
    nextAt: Date.now(),
    manual: true,
    attemptCount: 0,
  });
}
