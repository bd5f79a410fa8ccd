import type { Adapter, KnownPrice, Price } from './adapter.ts';
import type { CheckoutOptions } from './calls.ts';

type Local =
  | 'provider'
  | 'signatureHeader'
  | 'reconcileRate'
  | 'findsBuyersByAddress'
  | 'changes'
  | 'validateWebhook'
  | 'processWebhookEvent'
  | 'toEvent'
  | 'diagnosis';
/** The part of an adapter that calls the provider. */
export type Client = Omit<Adapter, Local>;

/** The settings that an adapter needs. */
export interface AdapterOptions {
  secretKey: string;
  /** Newest first; a delivery signed with any of them is accepted. */
  webhookSecrets: readonly string[];
  /** Base address of the provider's API; absent: the real provider's. */
  apiUrl?: string;
  signatureHeader?: string;
  /** The provider's id of our account: events of any other account are ignored. */
  account?: string;
  /** Absent: buyers can enter neither codes nor tax ids. */
  checkout?: CheckoutOptions;
  /** The timeout of a call, from connecting to the last byte. Default: 8 seconds. */
  timeoutMs?: number;
  /** Absent: a rate that the provider surely accepts. */
  reconcileRate?: number;
  prices: readonly Price[];
  /** The prices by which plans are recognised; it grows as more are learned. Default: `prices`. */
  knownPrices?: readonly KnownPrice[];
  /** Where `createPortal` sends a user if the provider has no page for that customer. */
  dashboardUrl?: string;
}

/** The entry in `adapters/index.ts`; the header is the specification's. */
export interface AdapterDefinition {
  defaultSignatureHeader: string;
  /** Trials belong to the product: to sell without one, a price without a trial is listed after the other. */
  trialsAreSold?: true;
  create(options: AdapterOptions): Adapter;
}
