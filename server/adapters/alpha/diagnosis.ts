import Stripe from 'stripe';
import type { AdapterOptions } from '../definition.ts';
import type { Diagnosis, PortalSettings, WebhookEndpoint } from '../diagnosis.ts';
import { fetchClock } from '../http.ts';
import { boolean, type Fields, fields, list, text } from '../read.ts';
import { API_URL, connect, wireFields } from './api.ts';
import { webhookEvents } from './events.ts';

const PAGE_SIZE = 100;

/** Stripe shows all of this to keys with the rights to read it. */
export function createDiagnosis(options: AdapterOptions): Diagnosis {
  const ask = connect(options);
  const { apiUrl = API_URL } = options;
  return {
    company: 'Stripe',
    places: {
      webhooks: 'Developers, Webhooks',
      portal: 'Settings, Billing, Customer portal',
      mails: 'Settings, Billing, Customer emails',
    },
    sells: false,
    forwarder: 'stripe listen --forward-to {url}',
    webhookEvents,
    payload: 'snapshot',
    thinPayload: 'thin',
    apiVersion: Stripe.API_VERSION,
    signatureHeader: new URL(apiUrl).hostname === new URL(API_URL).hostname ? 'stripe-signature' : null,
    fetchClock: (call) => fetchClock(apiUrl, call),
    fetchEndpoints: (call) => ask(fetchEndpoints, call),
    fetchPortal: (call) => ask(fetchPortal, call),
    fetchReminders: async () => null,
  };
}

/** The v1 list omits endpoints for thin events; the v2 list has both kinds. */
async function fetchEndpoints(stripe: Stripe): Promise<WebhookEndpoint[]> {
  const answer = wireFields(await stripe.webhookEndpoints.list({ limit: PAGE_SIZE }));
  const listed = list(answer.data).map(fields).map(toEndpoint);
  const thin = (await destinations(stripe))
    .filter(({ event_payload }) => event_payload === 'thin')
    .map(fromDestination);
  return [...listed, ...thin];
}

async function destinations(stripe: Stripe): Promise<Fields[]> {
  try {
    const answer = await stripe.v2.core.eventDestinations.list({
      include: ['webhook_endpoint.url'],
      limit: PAGE_SIZE,
    });
    return list(wireFields(answer).data).map(fields);
  } catch (error) {
    // A key may have the right to read only one of the lists.
    if (error instanceof Stripe.errors.StripeError) return [];
    throw error;
  }
}

function toEndpoint(endpoint: Fields): WebhookEndpoint {
  return {
    url: text(endpoint.url, 2_000) ?? '',
    enabled: endpoint.status === 'enabled',
    events: eventsOf(endpoint),
    payload: 'snapshot',
    apiVersion: text(endpoint.api_version) ?? null,
  };
}

function fromDestination(destination: Fields): WebhookEndpoint {
  return {
    url: text(fields(destination.webhook_endpoint).url, 2_000) ?? '',
    enabled: destination.status === 'enabled',
    events: eventsOf(destination),
    payload: 'thin',
    apiVersion: null,
  };
}

function eventsOf({ enabled_events }: Fields): string[] | null {
  const names = list(enabled_events).flatMap((name) => text(name)?.replace(/^v1\./, '') ?? []);
  return names.includes('*') ? null : names;
}

/** The default configuration of portal sessions; everything is off if none was ever saved. */
async function fetchPortal(stripe: Stripe): Promise<PortalSettings> {
  const answer = wireFields(await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 }));
  const { active, features } = fields(list(answer.data)[0]);
  const isOn = (name: string) => active === true && boolean(fields(fields(features)[name]).enabled) === true;
  const { default_allowed_updates: allowed } = fields(fields(features).subscription_update);
  return {
    cancel: isOn('subscription_cancel'),
    cardUpdate: isOn('payment_method_update'),
    planSwitch: isOn('subscription_update') && list(allowed).includes('price'),
  };
}
