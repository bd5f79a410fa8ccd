import type { Price } from '../adapters/adapter.ts';
import type { CheckoutOptions } from '../adapters/calls.ts';
import type { ProviderName } from '../adapters/index.ts';
import type { LoginSettings } from '../auth/callers/foreignLogin.ts';
import type { ServiceKey } from '../auth/callers/serviceKeys.ts';
import type { SocialSettings } from '../auth/social/socialPlugin.ts';
import type { Catalogue } from '../billing/plans/catalogue.ts';
import type { TrustProxy } from './schema/trustProxy.ts';

/** One provider's settings as far as the environment names them. */
export interface ProviderSettings {
  secretKey?: string;
  webhookSecrets?: string[];
  apiUrl?: string;
  signatureHeader?: string;
  dashboardUrl?: string;
  /** The provider's id of the company's account. */
  account?: string;
  /** Calls a second that reconciles may make; absent: the adapter's own. */
  reconcileRate?: number;
  prices: Price[];
}

export interface Settings {
  mode: 'production' | 'development' | 'other';
  port: number;
  host: string;
  /** Without a trailing slash; absent: http://localhost:<the port that is listened on>. */
  baseUrl?: string;
  databaseUrl?: string;
  databasePool: number;
  /** Empty only in production, where the database must then be given. */
  dataDir: string;
  plans: Catalogue;
  provider: ProviderName;
  draining: ProviderName[];
  /** Former providers that are not set up and whose live subscriptions raise no alert. */
  ignoreFormer: ProviderName[];
  providers: Record<ProviderName, ProviderSettings>;
  authSecret?: string;
  redirectOrigins: string[];
  /** Further origins whose pages may change something. */
  trustedOrigins: string[];
  /** Signs people in instead of our own accounts; null: ours do. */
  login: LoginSettings | null;
  /** Accounts of other companies that people may sign in with. */
  social: SocialSettings;
  /** Other programs of the company that may ask for its users. */
  serviceKeys: readonly ServiceKey[];
  /** The longest life of a signed answer about access. */
  accessTokenSeconds: number;
  operatorEmails: string[];
  /** The SMTP server, and the sender's address; absent: mails go to the sandbox's mailbox, or nowhere. */
  mail?: { url: string; from: string };
  sandbox: boolean;
  sandboxPort: number;
  /** What buyers may type on the provider's page. */
  checkout: CheckoutOptions;
  /** `follow`: what people may use is decided as of the sandbox's clock. */
  sandboxClock: 'real' | 'follow';
  /** What becomes of a second live subscription of one user. */
  duplicates: 'cancel' | 'report';
  /** Milliseconds; 0: never. */
  reconcileEveryMs: number;
  /** 0: the ledger keeps bodies for ever. */
  ledgerDays: number;
  /** 0: events that wait or failed are kept for ever. */
  waitingDays: number;
  /** Attempts in ten minutes, 0 for any number: sign-ups and sign-ins by address, and by account; by service key; all others by user. */
  limits: Record<'address' | 'account' | 'checkout' | 'refresh' | 'portal' | 'change' | 'export' | 'key', number>;
  logLevel: string;
  /** Open at once, streams of pages included. */
  maxConnections: number;
  /** From SIGTERM to the end of listening. */
  drainSeconds: number;
  /** Where /metrics is served alone; absent: nowhere. */
  metricsPort?: number;
  /** What opens /metrics. */
  metricsToken?: string;
  trustProxy: TrustProxy;
}
