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
/** Of an adapter, what asks the provider. */
export type Client = Omit<Adapter, Local>;

/** What an adapter needs from the settings. */
export interface AdapterOptions {
  secretKey: string;
  /** Newest first; a delivery signed with any of them is accepted. */
  webhookSecrets: readonly string[];
  /** Base address of the provider's API; absent: the real company's. */
  apiUrl?: string;
  signatureHeader?: string;
  /** The company's id of our account: events of any other are ignored. */
  account?: string;
  /** Absent: buyers type neither codes nor tax ids. */
  checkout?: CheckoutOptions;
  /** For a call, from connecting to the last byte. Absent: 8 seconds. */
  timeoutMs?: number;
  /** Absent: what the company surely takes. */
  reconcileRate?: number;
  prices: readonly Price[];
  /** What tells a subscription's plan; it grows as more is learnt. Absent: `prices`. */
  knownPrices?: readonly KnownPrice[];
  /** Where `createPortal` sends someone when the provider has no page for that customer. */
  dashboardUrl?: string;
}

/** What `adapters/index.ts` lists; the header is the specification's. */
export interface AdapterDefinition {
  defaultSignatureHeader: string;
  /** Trials belong to what is sold: to sell without one, a price of its own is listed behind the other. */
  trialsAreSold?: true;
  create(options: AdapterOptions): Adapter;
}
