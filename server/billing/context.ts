import type { Adapter, WebhookEvent } from '../adapters/adapter.ts';
import type { Database } from '../database/client.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Catalogue } from '../plans/catalogue.ts';
import type { PriceBook } from '../plans/priceBook.ts';
import type { PlansGeneration } from './access/owners/generation.ts';
import type { SigningKeys } from './access/signing/signingKeys.ts';
import type { TrialMark } from './access/trials/trialMark.ts';
import type { Outcome } from './events/applyBatch.ts';
import type { CheckLinks } from './events/checkLinks.ts';
import type { EventQueue } from './events/queue.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** `error`: the outcome is unknown, and the sender retries. */
export type EventOutcome = Outcome | 'error';

/** Verbs with a per-user limit: they call the provider, or read all data about the user. */
export type LimitedCall = 'checkout' | 'refresh' | 'portal' | 'change' | 'export';

export interface FormerProviders {
  /** Providers whose live subscriptions raise no alert. */
  ignored: readonly string[];
  /** Where subscribers of a provider that isn't set up sign in to cancel, by provider name. */
  pages: Readonly<Record<string, string | undefined>>;
}

/** As the adopter offers them. */
export interface Ends {
  /** Anybody may ask for an end without signing in. */
  cancelPage: boolean;
  /** How long after a purchase somebody may withdraw from it; 0: that is not offered. */
  withdrawalDays: number;
  /** How many days before a trial ends, and before a yearly renewal, a mail says so; 0: none does. */
  reminders: { trial: number; year: number };
}

/** All that billing verbs may take; each names what it takes. */
export interface Billing {
  database: Database;
  /** The parsed plans file. */
  plans: Catalogue;
  /** Its place among the plans files of other processes. */
  generation: PlansGeneration;
  /** All known provider prices. */
  prices: PriceBook;
  queue: EventQueue;
  checkLinks: CheckLinks;
  /** Signs the access answers. */
  signingKeys: SigningKeys;
  /** Computes the marks that show who had a trial. */
  trialMark: TrialMark;
  /** Whether people have accounts of ours, not a foreign login's. */
  hasAccounts: boolean;
  /** The longest life of an access token. */
  accessTokenSeconds: number;
  /** The active provider's adapter. */
  adapter: Adapter;
  /** The adapters of the active and draining providers, by name. */
  adapters: ReadonlyMap<string, Adapter>;
  /** Providers where users bought before, and which may no longer be set up. */
  former: FormerProviders;
  /** The current time for billing: the sandbox's clock, if it is followed. */
  now(): Date;
  /** Our own public address, without a trailing slash. */
  baseUrl: string;
  /** Of the addresses that stand for none at a provider. */
  placeholderDomain: string;
  /** Further origins that a redirect may lead to. */
  redirectOrigins: readonly string[];
  /** How many calls a user may make in ten minutes; 0: any number. */
  callLimits: Record<LimitedCall | 'key', number>;
  /** What happens to a second live subscription; `cancel` ends it in the narrow case where it is surely a duplicate. */
  duplicates: 'cancel' | 'report';
  /** false: no checkout is started; everything else works. */
  selling(): boolean;
  /** How people end what they pay for, and what they are told before it goes on. */
  ends: Ends;
  /** null: no mail can be sent. */
  outbox: Pick<Outbox, 'queue'> | null;
  log: Log;
  /** Tells the worker that a refetch is queued. */
  onRefetch(): void;
  /** Notifies the user's open pages that a record change was committed. */
  announce(userId: string): void;
  /** Counts the outcome of a signed delivery. */
  onEvent?(event: WebhookEvent, outcome: EventOutcome): void;
}

/** Parts of it. */
export type With<Part extends keyof Billing> = Pick<Billing, Part>;

/** What it takes to apply an event, and whatever follows from it. */
export type Applying = With<'database' | 'adapters' | 'queue' | 'checkLinks' | 'onRefetch' | 'log' | 'now'>;

/** The caller: a person, or a service acting for one. */
export interface BillingUser {
  id: string;
  /** Empty: unknown. */
  email: string;
  emailVerified: boolean;
  operator: boolean;
  /** Verbs ask for `read`, `write` and `buy`. */
  scopes: ReadonlySet<string>;
  /** When a foreign login issued the token. */
  issuedAt?: Date;
  /** The name of the calling service key; absent: the person calls. */
  key?: string;
  /** A service named a user that our accounts don't know. */
  isUnknown?: true;
  /** The service named the address in this call: it need not be the account's. */
  isTold?: true;
  /** A page of a foreign origin made the browser send this, which says why: nothing may be written. */
  foreignPage?: string;
  isOrganisation?: true;
  /** The organisation whose access its member also has. */
  memberOf?: string;
  /** The member may write for it. */
  paysForIt?: true;
}
