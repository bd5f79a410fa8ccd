import type { CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import type { Diagnosis, WebhookEndpoint } from '../diagnosis.ts';
import { fetchClock, orNullIfUnknown } from '../http.ts';
import { type Fields, fields, list, text } from '../read.ts';
import { API_URL, connect, type Send } from './api.ts';
import { webhookEvents } from './events.ts';

const PAGE_SIZE = 100;

/** Creem has shown its webhook endpoints since 2026; it has no call for its portal. */
export function createDiagnosis(options: AdapterOptions): Diagnosis {
  const sendWith = connect(options);
  const { apiUrl = API_URL } = options;
  return {
    company: 'Creem',
    places: { webhooks: 'Developers, Webhooks', portal: 'Settings, Customer portal', mails: 'Settings' },
    sells: true,
    forwarder: 'creem listen, or a tunnel, to {url}',
    webhookEvents,
    payload: null,
    apiVersion: null,
    signatureHeader: /(^|\.)creem\.io$/.test(new URL(apiUrl).hostname) ? 'creem-signature' : null,
    fetchClock: (call) => fetchClock(apiUrl, call),
    fetchEndpoints: (call?: CallOptions) => fetchEndpoints(sendWith(call)),
    fetchPortal: async () => null,
    fetchReminders: async () => null,
  };
}

/** The endpoint of a local `creem listen` has no address of its own. */
async function fetchEndpoints(send: Send): Promise<WebhookEndpoint[] | null> {
  const answer = await orNullIfUnknown(send('GET', `/v1/webhooks?page_number=1&page_size=${PAGE_SIZE}`));
  if (!answer) return null;
  const found = list(fields(answer.json).items).map(fields);
  return found.filter(({ delivery_mode: mode }) => mode !== 'cli').map(toEndpoint);
}

function toEndpoint(endpoint: Fields): WebhookEndpoint {
  return {
    url: text(endpoint.url, 2_000) ?? '',
    enabled: endpoint.status === 'enabled',
    events: list(endpoint.events).flatMap((name) => text(name) ?? []),
    payload: null,
    apiVersion: null,
  };
}
