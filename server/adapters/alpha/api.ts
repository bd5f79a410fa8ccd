import Stripe from 'stripe';
import type { EventPage, WebhookEvent } from '../adapter.ts';
import { CALL_TIMEOUT_MS, type CallOptions, type ProviderAccount } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import {
  clockOf,
  type Deadline,
  fetchJson,
  operationMs,
  reasonOf,
  retryAfterIn,
  segment,
  startDeadline,
} from '../http.ts';
import { type Fields, fields, key, text } from '../read.ts';
import { toEvent } from './events.ts';

export const API_URL = 'https://api.stripe.com';

/** The timeout of each call where several calls share an operation's time. */
export function shareOfTime(stripe: Stripe, calls: number) {
  return { timeout: Math.round(operationMs(stripe.getApiField('timeout')) / calls) };
}

/** The SDK encodes ids, but an id of dots would still reach another resource. */
export function resourceId(id: string): string {
  segment(id);
  return id;
}

/** The answer as sent: the SDK replaces decimal strings by objects. */
export function wireFields(answer: object): Fields {
  return fields(JSON.parse(JSON.stringify(answer)));
}

export function readAtOf(answer: Stripe.Response<object>): string | null {
  return clockOf(new Headers(answer.lastResponse.headers).get('date'));
}

/** `sk_test_…`, `rk_live_…`, `sk_org_live_…`; null: another form. */
export function modeOf(secretKey: string): ProviderAccount['mode'] {
  const [, mode] = /^[a-z]+_(?:org_)?(live|test)_/.exec(secretKey) ?? [];
  return mode === 'live' || mode === 'test' ? mode : null;
}

export function orNullIfUnknown<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  });
}

/**
 * Operations at Stripe, each with its own client, whose calls share one timeout, because the SDK takes no signal per
 * call. Stripe's errors contain headers, bodies and personal data; only what identifies the refusal is kept.
 */
export function connect(options: AdapterOptions) {
  return async <T>(work: (stripe: Stripe) => Promise<T>, { signal }: CallOptions = {}): Promise<T> => {
    try {
      return await work(createStripe(options, { signal, deadline: startDeadline(options.timeoutMs) }));
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const retryAfterMs = retryAfterIn(error.headers?.['retry-after']);
      throw Object.assign(new Error(messageOf(error)), { status: error.statusCode, retryAfterMs });
    }
  };
}

function messageOf(error: Stripe.errors.StripeError): string {
  if (!error.statusCode) return `The provider could not be reached: ${reasonOf(error.detail)}`;
  const words = [error.code, error.param, error.requestId].filter((word) => /^[\w.[\]-]{1,80}$/.test(word ?? ''));
  return `The provider answered ${error.statusCode} ${words.join(' ')}`.trim();
}

/** The official client; `apiUrl` may contain a path. No retries: a user is waiting, and can click again. */
export function createStripe(
  { secretKey, apiUrl = API_URL, timeoutMs = CALL_TIMEOUT_MS }: AdapterOptions,
  ends: { signal?: AbortSignal; deadline?: Deadline } = {},
): Stripe {
  const base = new URL(apiUrl);
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    host: base.hostname,
    port: base.port || (protocol === 'http' ? 80 : 443),
    protocol,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchJson(base.pathname, ends)),
  });
}

/** The API paths of the objects that our events are about. */
const paths = new Map([
  ['customer', 'customers'],
  ['subscription', 'subscriptions'],
  ['invoice', 'invoices'],
  ['invoice_payment', 'invoice_payments'],
  ['checkout.session', 'checkout/sessions'],
  ['charge', 'charges'],
  ['refund', 'refunds'],
  ['dispute', 'disputes'],
]);

/**
 * A thin event with its object: from the snapshot event of the same occurrence, which Stripe keeps for 30 days, else
 * from the object's current state (docs.stripe.com/event-destinations). The time is the thin event's, which is more
 * precise.
 */
export async function expandEvent(stripe: Stripe, thin: WebhookEvent): Promise<WebhookEvent | null> {
  const body = (await fetchSnapshotEvent(stripe, thin.id)) ?? (await fetchRelated(stripe, thin));
  if (!body) return null;
  const delivery = { body: Buffer.alloc(0), headers: {}, signature: '', now: 0 };
  const { id, occurredAt } = thin;
  return { ...toEvent(thin.provider, delivery, body), id, occurredAt };
}

async function fetchSnapshotEvent(stripe: Stripe, id: string): Promise<Fields | null> {
  const notified = await orNullIfUnknown(stripe.v2.core.events.retrieve(resourceId(id)));
  const snapshotId = key(fields(notified).snapshot_event);
  if (!snapshotId) return null;
  const event = await orNullIfUnknown(stripe.events.retrieve(resourceId(snapshotId)));
  return event && wireFields(event);
}

async function fetchRelated(stripe: Stripe, { id, nativeType, rawEvent }: WebhookEvent): Promise<Fields | null> {
  const { created, livemode, related_object } = fields(rawEvent);
  const named = fields(related_object);
  const path = paths.get(text(named.type) ?? '');
  const objectId = key(named.id);
  if (!path || !objectId) return null;
  const address = `/v1/${path}/${resourceId(objectId)}`;
  const object = await orNullIfUnknown(stripe.rawRequest('GET', address));
  return object && { id, type: nativeType, created, livemode, data: { object: wireFields(object) } };
}

const EVENTS_AT_ONCE = 100;

/** Stripe keeps events for 30 days (docs.stripe.com/api/events). */
export async function listEvents(
  stripe: Stripe,
  { since, cursor }: { since: string; cursor: string | undefined },
): Promise<EventPage> {
  const created = { gte: Math.floor(Date.parse(since) / 1000) };
  const page = cursor ? { starting_after: cursor } : {};
  const { data, has_more } = wireFields(await stripe.events.list({ created, limit: EVENTS_AT_ONCE, ...page }));
  if (!Array.isArray(data)) throw new Error('The provider answered without a list of events');
  const items = data.map((event) => ({ headers: {}, body: JSON.stringify(event) }));
  const last = key(fields(data.at(-1)).id);
  return has_more === true && last ? { items, nextCursor: last } : { items };
}
