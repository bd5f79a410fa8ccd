import { setMaxListeners } from 'node:events';
import type { Adapter } from '../../../adapters/adapter.ts';
import type { CallOptions } from '../../../adapters/calls.ts';
import type { Pace } from './pace.ts';
import { pause } from './pause.ts';

const ATTEMPTS = 5;
/** With the longest waits in between, about half an hour. */
const MOST_WAITS = 30;
const LONGEST_WAIT_MS = 60_000;
const REPEAT_MS = 500;

interface PacedOptions {
  pace: Pace;
  /** Aborts calls and waits at once. */
  signal: AbortSignal;
  /** The wait after a first failure; it doubles with each retry. Default: half a second. */
  repeatMs?: number;
}

/**
 * The same adapter for background work: its reads keep the pace, wait as long as a 429 says, are retried with backoff
 * while the provider is busy or unavailable, and end with the signal.
 */
export function pacedAdapter(adapter: Adapter, options: PacedOptions): Adapter {
  // Every running call listens to it.
  setMaxListeners(0, options.signal);
  const read = <T>(call: (given: CallOptions) => Promise<T>) => patientRead(call, options);
  const { listEvents } = adapter;
  return {
    ...adapter,
    listEvents: listEvents && ((since, { cursor } = {}) => read((given) => listEvents(since, { ...given, cursor }))),
    listAccountSubscriptions: ({ cursor } = {}) =>
      read((given) => adapter.listAccountSubscriptions({ ...given, cursor })),
    listAccountCustomers: ({ cursor } = {}) => read((given) => adapter.listAccountCustomers({ ...given, cursor })),
    listMoney: (list, options) => read((given) => adapter.listMoney(list, { ...options, ...given })),
    fetchSubscription: (id) => read((given) => adapter.fetchSubscription(id, given)),
    listSubscriptions: (id, { cursor } = {}) => read((given) => adapter.listSubscriptions(id, { ...given, cursor })),
    fetchCustomer: (id) => read((given) => adapter.fetchCustomer(id, given)),
    fetchCheckout: (id) => read((given) => adapter.fetchCheckout(id, given)),
    fetchPrice: (id, { defaults } = {}) => read((given) => adapter.fetchPrice(id, { ...given, defaults })),
    fetchAccount: () => read((given) => adapter.fetchAccount(given)),
  };
}

async function patientRead<T>(
  call: (given: CallOptions) => Promise<T>,
  { pace, signal, repeatMs = REPEAT_MS }: PacedOptions,
): Promise<T> {
  let failures = 0;
  for (let waits = 0; ; ) {
    await pace.turn(signal);
    try {
      return await call({ signal });
    } catch (error) {
      signal.throwIfAborted();
      const { status, retryAfterMs } = Object(error) as { status?: number; retryAfterMs?: number };
      if (status === 429 && waits < MOST_WAITS) {
        waits += 1;
        await pace.hold(Math.min(retryAfterMs ?? REPEAT_MS * 2 ** waits, LONGEST_WAIT_MS));
      } else {
        failures += 1;
        if (failures === ATTEMPTS || isRefusal(status)) throw error;
        await pause(Math.max((repeatMs / 2) * 2 ** failures, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)), signal);
      }
    }
  }
}

/** The provider understood and refused: a retry would get the same answer. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408;
}
