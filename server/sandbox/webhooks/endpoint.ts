import type { Store } from '../core/store.ts';
import type { Delivery, Endpoint } from './records.ts';

const healthy: Endpoint = { id: 'endpoint', failedInRow: 0, disabled: false };

export function endpointOf(store: Store): Endpoint {
  return store.get('endpoint', 'endpoint') ?? healthy;
}

export function enableEndpoint(store: Store): Endpoint {
  return store.put('endpoint', healthy);
}

interface Sending {
  store: Store;
  dialect: { readonly disableAfter?: number };
}

/** Counts a delivery that has come to its end; one that was taken enables the endpoint again. */
export function noteOutcome({ store, dialect }: Sending, status: Delivery['status']): void {
  if (dialect.disableAfter === undefined) return;
  const before = endpointOf(store);
  if (status === 'delivered' && before.failedInRow > 0) enableEndpoint(store);
  if (status !== 'failed') return;
  const failedInRow = before.failedInRow + 1;
  store.put('endpoint', { ...before, failedInRow, disabled: failedInRow >= dialect.disableAfter });
}
