import type { CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import type { Diagnosis, PortalSettings, ProviderReminders, WebhookEndpoint } from '../diagnosis.ts';
import { fetchClock } from '../http.ts';
import { boolean, type Fields, fields, list, text } from '../read.ts';
import { API_URL, API_VERSION, connect, type Send } from './api.ts';
import { webhookEvents } from './events.ts';

const PAGE_SIZE = 100;

/** Polar shows its endpoints and, of its portal, whether plans can be switched: the rest of it is always on. */
export function createDiagnosis(options: AdapterOptions): Diagnosis {
  const sendWith = connect(options);
  const { apiUrl = API_URL } = options;
  return {
    company: 'Polar',
    places: {
      webhooks: 'Settings, Webhooks',
      portal: 'Settings, Billing, Customer portal',
      mails: 'Settings, Customer emails',
    },
    sells: true,
    forwarder: 'polar listen {url}',
    webhookEvents,
    payload: 'raw',
    apiVersion: API_VERSION,
    signatureHeader: /(^|\.)polar\.sh$/.test(new URL(apiUrl).hostname) ? 'webhook-signature' : null,
    fetchClock: (call) => fetchClock(apiUrl, call),
    fetchEndpoints: (call?: CallOptions) => fetchEndpoints(sendWith(call)),
    fetchPortal: (call?: CallOptions) => fetchPortal(sendWith(call)),
    fetchReminders: (call?: CallOptions) => fetchReminders(sendWith(call)),
  };
}

async function fetchEndpoints(send: Send): Promise<WebhookEndpoint[]> {
  const { json } = await send('GET', `/v1/webhooks/endpoints?limit=${PAGE_SIZE}`);
  return list(fields(json).items).map(fields).map(toEndpoint);
}

function toEndpoint(endpoint: Fields): WebhookEndpoint {
  return {
    url: text(endpoint.url, 2_000) ?? '',
    enabled: endpoint.enabled !== false,
    events: list(endpoint.events).flatMap((name) => text(name) ?? []),
    payload: text(endpoint.format) ?? null,
    apiVersion: text(endpoint.api_version) ?? null,
  };
}

async function fetchOrganization(send: Send): Promise<Fields | undefined> {
  const { json } = await send('GET', '/v1/organizations/?limit=1');
  return list(fields(json).items).map(fields)[0];
}

async function fetchReminders(send: Send): Promise<ProviderReminders | null> {
  const organization = await fetchOrganization(send);
  if (!organization) return null;
  const sent = fields(organization.customer_email_settings);
  return {
    trial: boolean(sent.subscription_trial_conversion_reminder) ?? null,
    renewal: boolean(sent.subscription_renewal_reminder) ?? null,
  };
}

async function fetchPortal(send: Send): Promise<PortalSettings | null> {
  const organization = await fetchOrganization(send);
  if (!organization) return null;
  const { update_plan: shown } = fields(fields(organization.customer_portal_settings).subscription);
  const { allow_customer_updates: allowed } = fields(organization.subscription_settings);
  return { cancel: null, cardUpdate: null, planSwitch: shown !== false && allowed !== false };
}
