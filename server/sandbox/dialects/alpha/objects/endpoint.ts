import { shownId } from '../../../webhooks/endpoint.ts';
import type { Endpoint } from '../../../webhooks/records.ts';
import { API_VERSION } from '../version.ts';
import { seconds } from './catalogue.ts';

/** The id of the endpoint from the sandbox's options. */
export const OWN_ID = 'we_sandbox';

export function endpoint(of: Endpoint) {
  return {
    id: shownId(of, OWN_ID),
    object: 'webhook_endpoint',
    api_version: of.apiVersion === undefined ? API_VERSION : of.apiVersion,
    application: null,
    created: seconds(of.createdAt),
    description: of.name,
    enabled_events: of.events ?? ['*'],
    livemode: false,
    metadata: of.metadata,
    status: of.disabled ? 'disabled' : 'enabled',
    url: of.url,
  };
}

/** The endpoint as v2 shows it. Its URL and secret are returned only when `include` names them. */
export function destination(of: Endpoint, include: string[] = []) {
  const { url, secret: signing_secret } = of;
  const shown = Object.entries({ url, signing_secret }).filter(([name]) =>
    include.includes(`webhook_endpoint.${name}`),
  );
  const at = new Date(of.createdAt).toISOString();
  return {
    id: shownId(of, OWN_ID),
    object: 'v2.core.event_destination',
    created: at,
    description: '',
    enabled_events: of.events ?? ['*'],
    event_payload: of.payload,
    events_from: ['self'],
    livemode: false,
    metadata: of.metadata,
    name: of.name ?? 'Sandbox',
    ...(of.payload === 'snapshot' ? { snapshot_api_version: of.apiVersion ?? API_VERSION } : {}),
    status: of.disabled ? 'disabled' : 'enabled',
    type: 'webhook_endpoint',
    updated: at,
    webhook_endpoint: Object.fromEntries(shown),
  };
}
