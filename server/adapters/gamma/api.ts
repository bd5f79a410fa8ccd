import type { EventPage } from '../adapter.ts';
import type { CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { type Answer, callJson, startDeadline } from '../http.ts';
import { fields, integer, key, list } from '../read.ts';

export const API_URL = 'https://api.polar.sh';
export const API_VERSION = '2026-10';

export type Send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Answer>;

/** Calls of Polar's HTTP API with our key; the calls of one operation share a timeout. */
export function connect({ secretKey, apiUrl = API_URL, timeoutMs }: AdapterOptions) {
  const headers = { authorization: `Bearer ${secretKey}`, 'polar-version': API_VERSION };
  return ({ signal }: CallOptions = {}): Send => {
    const deadline = startDeadline(timeoutMs);
    return (method, path, body) => callJson(apiUrl, path, { method, headers, body, signal, timeoutMs, deadline });
  };
}

const EVENTS_AT_ONCE = 100;

/** Polar lists webhook deliveries: each contains its event until it is archived. */
export async function listEvents(
  send: Send,
  { since, cursor }: { since: string; cursor: string | undefined },
): Promise<EventPage> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({ start_timestamp: since, page: `${page}`, limit: `${EVENTS_AT_ONCE}` });
  const { json } = await send('GET', `/v1/webhooks/deliveries?${query}`);
  const { items: deliveries, pagination } = fields(json);
  if (!Array.isArray(deliveries)) throw new Error('The provider answered without a list of deliveries');
  const items = list(deliveries).flatMap((delivery) => {
    const { id, payload } = fields(fields(delivery).webhook_event);
    const eventId = key(id);
    return eventId && typeof payload === 'string' ? [{ headers: { 'webhook-id': eventId }, body: payload }] : [];
  });
  const isLast = page >= (integer(fields(pagination).max_page) ?? page);
  return isLast ? { items } : { items, nextCursor: `${page + 1}` };
}
