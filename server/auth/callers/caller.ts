/** What a caller may ask for. A person may read and write; a service key has what its setting says. */
export const scopes = ['read', 'write', 'changes', 'verify'] as const;
export type Scope = (typeof scopes)[number];
/** `buy`: checkouts and portals, which `write` allows too. */
export type Right = Scope | 'buy';

/** Who asks, or for whom a service asks: the same for every kind of login. */
export interface Caller {
  id: string;
  /** Empty: nobody told one. */
  email: string;
  name: string;
  emailVerified: boolean;
  operator: boolean;
  scopes: ReadonlySet<Right>;
  /** The name of the service key that acts for the user; absent: the user asks. */
  key?: string;
  /** A key named a user whom our accounts don't know. */
  isUnknown?: true;
  /** An organisation is no person: nobody exports or deletes what is kept of it. */
  isOrganisation?: true;
  /** The organisation that the user acts in: what it has, its members may use as well. */
  memberOf?: string;
}

export interface Session {
  /** Of our own accounts; null: it lasts as long as what opened it. */
  id: string | null;
  /** When it ends by itself; null: it is looked up again. */
  until: Date | null;
  user: Caller;
}

/** Begins the ids of owners that are no person. */
export const ORGANISATION = 'org:';
export const isOrganisation = (id: string): boolean => id.startsWith(ORGANISATION);

/** What people may do themselves. */
export const PERSON: ReadonlySet<Scope> = new Set(['read', 'write']);
/** What a member may do for an organisation without a role of those that pay for it. */
export const READER: ReadonlySet<Scope> = new Set(['read']);

const USER_ID = /^[A-Za-z0-9._:|@-]{1,200}$/;

/** Whether a foreign login's id, or the one that a key names, can be an owner of records. */
export function isUserId(id: unknown): id is string {
  return typeof id === 'string' && USER_ID.test(id);
}
