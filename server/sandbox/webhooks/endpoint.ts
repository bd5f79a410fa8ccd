import { randomText } from '../core/random.ts';
import type { Store } from '../core/store.ts';
import type { SandboxOptions } from '../options.ts';
import type { Delivery, Endpoint, StoredEvent } from './records.ts';

/** The parts of the company that are needed here. */
export interface Keeping {
  store: Store;
  options: Pick<SandboxOptions, 'webhookUrl' | 'webhookSecret'>;
  dialect: { readonly disableAfter?: number };
}

interface Making extends Keeping {
  clock: { now(): number };
  newId(kind: 'endpoint'): string;
}

interface Waking {
  store: Store;
  wake(): void;
}

/** The id of the endpoint from the sandbox's options. */
export const OWN = 'endpoint';

const healthy = { failedInRow: 0, disabled: false };
const LISTED_AT = Date.UTC(2026, 0, 1);

/** All webhook endpoints, the one from the options first. */
export function endpointsOf({ store, options }: Keeping): Endpoint[] {
  const kept = store.all('endpoint').filter(({ id }) => id !== OWN);
  const own = {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    name: null,
    payload: store.get('switches', 'switches')?.payload ?? 'snapshot',
    metadata: {},
    createdAt: LISTED_AT,
    ...healthy,
    ...store.get('endpoint', OWN),
    id: OWN,
  };
  return [own, ...(kept as Endpoint[])].filter(({ removed, url }) => !removed && url !== '');
}

export function endpointById(company: Keeping, id: string): Endpoint | undefined {
  return endpointsOf(company).find((each) => each.id === id);
}

/** Finds an endpoint by the id that the API shows; `own` is the shown id of the options' endpoint. */
export function endpointNamed(company: Keeping, shown: string, own: string): Endpoint | undefined {
  return endpointById(company, shown === own ? OWN : shown);
}

export const shownId = ({ id }: Endpoint, own: string) => (id === OWN ? own : id);

export const newSecret = (prefix = 'whsec_') => prefix + randomText(32);

export type NewEndpoint = Pick<Endpoint, 'url' | 'secret' | 'name'> &
  Partial<Pick<Endpoint, 'events' | 'payload' | 'metadata' | 'apiVersion'>>;

export function addEndpoint(company: Making, input: NewEndpoint): Endpoint {
  const blank = { payload: 'snapshot', metadata: {}, createdAt: company.clock.now(), ...healthy } as const;
  const made: Endpoint = { ...blank, ...input, id: company.newId('endpoint') };
  company.store.put('endpoint', made);
  return made;
}

/** Changes only the given (not undefined) fields; `events: null` means all events. */
export function changeEndpoint({ store, wake }: Waking, id: string, patch: EndpointPatch): void {
  const { events, ...rest } = patch;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const before = store.get('endpoint', id) ?? { id };
  store.put('endpoint', { ...before, ...given, ...(events === undefined ? {} : { events: events ?? undefined }) });
  wake();
}

type EndpointPatch = Partial<Omit<Endpoint, 'id' | 'events'>> & { events?: string[] | null };

/** Nothing more is sent to the endpoint, not even pending deliveries. */
export function removeEndpoint(company: Waking, id: string): void {
  if (id === OWN) {
    changeEndpoint(company, id, { removed: true });
    return;
  }
  company.store.remove('endpoint', id);
  company.wake();
}

export function enableEndpoint(company: Waking, id = OWN): void {
  changeEndpoint(company, id, { ...healthy, removed: false });
}

/** Thin endpoints use event names with the prefix `v1.`. */
export function wants({ events }: Endpoint, { type }: Pick<StoredEvent, 'type'>): boolean {
  return !events || events.some((name) => name === '*' || name.replace(/^v1\./, '') === type);
}

/** Counts a finished delivery; a successful one enables the endpoint again. */
export function noteOutcome(company: Keeping & Waking, { status, endpointId }: Delivery): void {
  const limit = company.dialect.disableAfter;
  const endpoint = endpointById(company, endpointId ?? OWN);
  if (limit === undefined || !endpoint) return;
  if (status === 'delivered' && endpoint.failedInRow > 0) enableEndpoint(company, endpoint.id);
  if (status !== 'failed') return;
  const failedInRow = endpoint.failedInRow + 1;
  changeEndpoint(company, endpoint.id, { failedInRow, disabled: endpoint.disabled || failedInRow >= limit });
}
