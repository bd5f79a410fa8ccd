import type { Endpoint } from '../../../webhooks/records.ts';
import { API_VERSION } from '../version.ts';

export function endpoint(url: string, { disabled, events }: Endpoint) {
  return {
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: 1_767_225_600,
    description: null,
    enabled_events: events ?? ['*'],
    livemode: false,
    metadata: {},
    status: disabled ? 'disabled' : 'enabled',
    url,
  };
}
