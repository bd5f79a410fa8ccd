/** A caller's scopes. A person may read and write; a service key has the scopes in its setting. */
export const scopes = ['read', 'write', 'changes', 'verify'] as const;
export type Scope = (typeof scopes)[number];
/** `buy`: checkouts and portals; `change`: plan changes; both are included in `write`. */
export type Right = Scope | 'buy' | 'change';

/** The caller, or the user a service calls for: the same type for every kind of login. */
export interface Caller {
  id: string;
  /** Empty: unknown. */
  email: string;
  name: string;
  emailVerified: boolean;
  operator: boolean;
  scopes: ReadonlySet<Right>;
  /** When the foreign login issued the token; absent: our own account, or the token does not say. */
  issuedAt?: Date;
  /** The name of the service key that acts for the user; absent: the user calls. */
  key?: string;
  /** A key named a user that our accounts don't know. */
  isUnknown?: true;
  /** The service named the address in this call: it need not be the account's. */
  isTold?: true;
  /** A page of a foreign origin made the browser send this, which says why: nothing may be written. */
  foreignPage?: string;
  /** An organisation's data is exported and deleted by no one. */
  isOrganisation?: true;
  /** When the person last signed in at a foreign login (milliseconds); absent: its token doesn't say. */
  signedInAt?: number;
  /** The organisation that the user acts in; its members have its access too. */
  memberOf?: string;
  /** The user may write for it. */
  paysForIt?: true;
}

export interface Session {
  /** A session of our own accounts; null: it lasts as long as the token that opened it. */
  id: string | null;
  /** When it expires by itself; null: it is looked up again. */
  until: Date | null;
  user: Caller;
}

/** The prefix of owner ids that are not people. */
export const ORGANISATION = 'org:';
export const isOrganisation = (id: string): boolean => id.startsWith(ORGANISATION);

/** A person's own scopes. */
export const PERSON: ReadonlySet<Scope> = new Set(['read', 'write']);
/** A member's scopes for an organisation, without a role in `BILLING_ROLES`. */
export const READER: ReadonlySet<Scope> = new Set(['read']);

/** `nobody:` is the owner of a customer whose link was undone. */
const USER_ID = /^(?!nobody:)[A-Za-z0-9._:|@-]{1,200}$/;

/** Whether a foreign login's id, or one that a key names, is valid as an owner of records. */
export function isUserId(id: unknown): id is string {
  return typeof id === 'string' && USER_ID.test(id);
}
