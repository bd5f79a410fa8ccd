import type { CallOptions } from './calls.ts';

/** An address to which the provider sends webhooks. */
export interface WebhookEndpoint {
  url: string;
  enabled: boolean;
  /** In the provider's names; null: all events. */
  events: readonly string[] | null;
  /** The payload style, in the provider's word. */
  payload: string | null;
  /** The API version of its payloads; null: unknown. */
  apiVersion: string | null;
}

/** What subscribers can do in the provider's portal; null: the provider has no such setting. */
export interface PortalSettings {
  cancel: boolean | null;
  cardUpdate: boolean | null;
  planSwitch: boolean | null;
}

/** Which mails before a charge the provider sends itself; null: it does not say. */
export interface ProviderReminders {
  trial: boolean | null;
  renewal: boolean | null;
}

/** How the account of the key is set up at the provider, as far as calls can tell. Calls reject like the adapter's. */
export interface Diagnosis {
  /** The provider's name, for people. */
  readonly company: string;
  /** Where the provider's dashboard shows them. */
  readonly places: { readonly webhooks: string; readonly portal: string; readonly mails: string };
  /** It sells in its own name, as the merchant of record: then it mails receipts itself. */
  readonly sells: boolean;
  /** The command that forwards the provider's test events to this machine's address `{url}`. */
  readonly forwarder: string;
  /** All events that change something here, in the provider's names. */
  readonly webhookEvents: readonly string[];
  /** The payload style to choose; null: the provider has only one. */
  readonly payload: string | null;
  /** Another style that is supported: the provider is then asked for each object. */
  readonly thinPayload?: string;
  /** The API version that this release was written for; null: the provider has no versions. */
  readonly apiVersion: string | null;
  /** The header under which the real provider signs; null: the API address is not the provider's own. */
  readonly signatureHeader: string | null;
  /** ISO 8601; null: unknown. */
  fetchClock(options?: CallOptions): Promise<string | null>;
  /** null: the provider has no such call. */
  fetchEndpoints(options?: CallOptions): Promise<WebhookEndpoint[] | null>;
  /** null: the provider has no such call. */
  fetchPortal(options?: CallOptions): Promise<PortalSettings | null>;
  /** null: the provider has no such call. */
  fetchReminders(options?: CallOptions): Promise<ProviderReminders | null>;
}

export interface Diagnosable {
  /** The reads of `billing doctor`; absent: this provider can't be read. */
  readonly diagnosis?: Diagnosis;
}

/** A completed run of `npm run test:real` against the provider's own test mode. */
export interface LastRun {
  /** A day, such as 2026-11-22. */
  at: string;
  apiVersion: string | null;
  /** How many steps the provider answered differently from the sandbox. */
  differing: number;
}
