import type { Price } from '../adapters/adapter.ts';
import type { CheckoutOptions } from '../adapters/calls.ts';
import type { ProviderName } from '../adapters/index.ts';
import type { LoginSettings } from '../auth/callers/foreignLogin.ts';
import type { ServiceKey } from '../auth/callers/serviceKeys.ts';
import type { SocialSettings } from '../auth/social/socialPlugin.ts';
import type { Brand } from '../brand/brand.ts';
import type { SmtpOptions } from '../mail/senders.ts';
import type { Catalogue } from '../plans/catalogue.ts';
import type { EndsSettings } from './schema/ends.ts';
import type { TrustProxy } from './schema/trustProxy.ts';

/** One provider's settings, as far as they are set. */
export interface ProviderSettings {
  secretKey?: string;
  webhookSecrets?: string[];
  apiUrl?: string;
  signatureHeader?: string;
  dashboardUrl?: string;
  /** The provider's id of our account. */
  account?: string;
  /** Calls a second that reconciles may make; absent: the adapter's own. */
  reconcileRate?: number;
  prices: Price[];
  /** Ids of prices or products of the company's other products. */
  ignoredPrices?: string[];
}

export interface Settings {
  mode: 'production' | 'development' | 'other';
  port: number;
  host: string;
  /** Without a trailing slash; absent: http://localhost:<the listening port>. */
  baseUrl?: string;
  databaseUrl?: string;
  databasePool: number;
  /** How long the start waits for a database that is away. */
  databaseWaitSeconds: number;
  /** Empty only in production, where the database must be set. */
  dataDir: string;
  plans: Catalogue;
  /** On pages, mails and the API's page. */
  brand: Brand;
  provider: ProviderName;
  draining: ProviderName[];
  /** Former providers that are not set up and whose live subscriptions raise no alert. */
  ignoreFormer: ProviderName[];
  providers: Record<ProviderName, ProviderSettings>;
  /** The current one first, then former ones. */
  authSecrets?: string[];
  redirectOrigins: string[];
  /** Further origins whose pages may write. */
  trustedOrigins: string[];
  /** Origins whose pages may call the payments' API with a bearer token, and to which checkouts may return. */
  embedOrigins: string[];
  /** Replaces our own accounts; null: our own accounts are used. */
  login: LoginSettings | null;
  /** Social providers that people can sign in with. */
  social: SocialSettings;
  /** Other programs that may call for users. */
  serviceKeys: readonly ServiceKey[];
  /** The longest life of an access token. */
  accessTokenSeconds: number;
  operatorEmails: string[];
  /** The SMTP server and the sender's address; absent: mails go to the sandbox's mailbox, or are not sent. */
  mail?: SmtpOptions;
  /** How long an unsent notice is tried. */
  mailKeepDays: number;
  /** The longest life of a session of our own accounts, however often it is used. */
  sessionDays: number;
  sandbox: boolean;
  sandboxPort: number;
  /** Optional fields for buyers on the provider's page. */
  checkout: CheckoutOptions;
  /** `follow`: access is decided by the sandbox's clock. */
  sandboxClock: 'real' | 'follow';
  /** How a second live subscription of a user is handled. */
  duplicates: 'cancel' | 'report';
  /** false: no checkout is started; everything else works. */
  selling: boolean;
  /** How people end what they pay for, and are reminded before it goes on. */
  ends: EndsSettings;
  /** The database was restored from a backup, and that was meant. */
  recovery: boolean;
  /** Milliseconds; 0: never. */
  reconcileEveryMs: number;
  /** 0: bodies are kept without limit. */
  ledgerDays: number;
  /** 0: waiting and failed events are kept without limit. */
  waitingDays: number;
  /** Attempts in ten minutes, 0 for any number: sign-ups and sign-ins by address, and by account; by service key; all others by user. */
  limits: Record<'address' | 'account' | 'checkout' | 'refresh' | 'portal' | 'change' | 'export' | 'key', number>;
  logLevel: string;
  /** Open at once, including the pages' streams. */
  maxConnections: number;
  /** From SIGTERM to the end of listening. */
  drainSeconds: number;
  /** A separate port for /metrics; absent: none. */
  metricsPort?: number;
  /** Absent: as `host`. */
  metricsHost?: string;
  /** The token for /metrics. */
  metricsToken?: string;
  trustProxy: TrustProxy;
}
