import type { Adapter, WebhookEvent } from '../adapters/adapter.ts';
import type { Database } from '../database/client.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { SigningKeys } from './access/signing/signingKeys.ts';
import type { TrialMark } from './access/trials/trialMark.ts';
import type { Outcome } from './events/applyBatch.ts';
import type { CheckLinks } from './events/checkLinks.ts';
import type { EventQueue } from './events/queue.ts';
import type { Catalogue } from './plans/catalogue.ts';
import type { PriceBook } from './plans/priceBook.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** `error`: nothing is sure, the sender repeats it. */
export type EventOutcome = Outcome | 'error';

/** What one user may ask for only so often: it calls the provider, or reads everything that is kept. */
export type LimitedCall = 'checkout' | 'refresh' | 'portal' | 'change' | 'export';

export interface FormerProviders {
  /** Their live subscriptions raise no alert. */
  ignored: readonly string[];
  /** Where subscribers of one that isn't set up sign in to cancel, by its name. */
  pages: Readonly<Record<string, string | undefined>>;
}

/** What the billing verbs work with. */
export interface Billing {
  database: Database;
  /** What the plans file says. */
  plans: Catalogue;
  /** What is known of the providers' prices. */
  prices: PriceBook;
  queue: EventQueue;
  checkLinks: CheckLinks;
  /** What signs the answers about access. */
  signingKeys: SigningKeys;
  /** What is kept of somebody who had a trial. */
  trialMark: TrialMark;
  /** The longest life of such an answer. */
  accessTokenSeconds: number;
  /** The active provider's. */
  adapter: Adapter;
  /** The active and the draining providers', by name. */
  adapters: ReadonlyMap<string, Adapter>;
  /** Providers that people bought at before. */
  former: FormerProviders;
  /** What time it is for those who pay: of the provider, where it is a sandbox that is followed. */
  now(): Date;
  /** Our own public address, without a trailing slash. */
  baseUrl: string;
  /** Further origins that a redirect may lead to. */
  redirectOrigins: readonly string[];
  /** How often a user may call in ten minutes; 0: any number. */
  callLimits: Record<LimitedCall | 'key', number>;
  /** What becomes of a second live subscription: `cancel` in the narrow case where it is surely one too many. */
  duplicates: 'cancel' | 'report';
  /** null: no mail can be sent. */
  outbox: Pick<Outbox, 'queue'> | null;
  log: Log;
  /** Tells the worker that a refetch is queued. */
  onRefetch(): void;
  /** Tells the user's open pages that a record was changed and committed. */
  announce(userId: string): void;
  /** Tells whoever counts what became of a signed delivery. */
  onEvent?(event: WebhookEvent, outcome: EventOutcome): void;
}

/** Who asks: a person, or a service for one. */
export interface BillingUser {
  id: string;
  /** Empty: nobody told one. */
  email: string;
  emailVerified: boolean;
  operator: boolean;
  /** `read`, `write` and `buy` are what verbs ask for. */
  scopes: ReadonlySet<string>;
  /** The name of the service key that asks; absent: the person does. */
  key?: string;
  /** A service named a user whom our accounts don't know. */
  isUnknown?: true;
  isOrganisation?: true;
  /** The organisation whose access its member has too. */
  memberOf?: string;
}
