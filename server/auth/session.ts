import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';
import { readAccount } from '../database/reads/sessions.ts';
import { readLatestSubscription, type SubscriptionRow } from '../database/reads/subscriptions.ts';
import { AppError } from '../errors.ts';
import { type Caller, isOrganisation, type Right, type Session } from './callers/caller.ts';
import type { ForeignLogin } from './callers/foreignLogin.ts';
import { createKeyCallers, type KeyCallers, type KeyCallersOptions, NOBODY_KNOWN } from './callers/keyCallers.ts';
import type { OwnAccounts } from './callers/ownAccounts.ts';
import { actingCaller, type ServiceKey } from './callers/serviceKeys.ts';
import { bearerValue, ownerSession, refuseNamedUser, refuseOwner, shownToken } from './callers/shown.ts';

export interface Subscriber {
  user: Caller;
  /** The user's subscription with the latest `updatedAt`, at any provider. */
  subscription: SubscriptionRow | null;
}

/**
 * Determines the caller. A session that is extended gets its new cookie. null: no valid credential. Each throws
 * AppError invalid_headers if a user is named without a service key, or in an invalid way.
 */
export interface Sessions extends Pick<KeyCallers, 'keyOf'> {
  sessionOf(request: Request, response: Response): Promise<Session | null>;
  userOf(request: Request, response: Response): Promise<Caller | null>;
  /** The caller with the subscription, in one round trip if possible. */
  subscriberOf(request: Request, response: Response): Promise<Subscriber | null>;
  /** A service that calls for no particular user. Throws AppError unauthorized, or forbidden for a person. */
  serviceOf(request: Request, response: Response): Promise<ServiceKey>;
}

/** The user that a service's embed token is for, and the pages that may show it. */
interface Grant {
  userId: string;
  origin: string;
  can: 'read' | 'buy' | 'change';
  email: string | null;
  emailVerified: boolean;
  key: string;
  until: Date;
}

/** The tokens that services hand to embedding pages. */
export interface Grants {
  /** Whether a token claims to be one. */
  isOne(shown: string): boolean;
  /** null: it is not valid. */
  open(shown: string): Promise<Grant | null>;
}

/** The scopes of a page with such a token. */
const GRANTED: Record<Grant['can'], ReadonlySet<Right>> = {
  read: new Set<Right>(['read']),
  buy: new Set<Right>(['read', 'buy']),
  change: new Set<Right>(['read', 'buy', 'change']),
};

export interface SessionsOptions extends Omit<KeyCallersOptions, 'hasAccounts'> {
  own: OwnAccounts;
  /** Replaces our own accounts; null: our own accounts are used. */
  foreign: { login: ForeignLogin; cookie?: string } | null;
  grants: Grants;
  /** Why the caller may write nothing; undefined: no page of a foreign origin sent the request. */
  foreignPageOf(request: Request): string | undefined;
}

/**
 * The only place that determines the caller: a service key, an embed token, else the foreign login, else our own
 * accounts.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { pool, own, foreign, grants, findKey, onKeyUse, foreignPageOf } = options;
  const { keyOf, actingSession } = createKeyCallers({ pool, findKey, onKeyUse, hasAccounts: !foreign });

  async function byToken({ headers }: Request): Promise<Session | null> {
    const token = shownToken(headers, foreign?.cookie);
    const session = token === null || !foreign ? null : await foreign.login(token);
    return session && ownerSession(session, headers);
  }

  const grantOf = ({ headers }: Request) => {
    const shown = bearerValue(headers.authorization);
    return shown !== null && grants.isOne(shown) ? shown : null;
  };

  /** A browser names the page's origin wherever it crosses one. */
  async function byGrant(shown: string, { headers }: Request): Promise<Session | null> {
    const grant = await grants.open(shown);
    if (!grant || (headers.origin ?? grant.origin) !== grant.origin) return null;
    const { userId: id, email, emailVerified, key, until, can } = grant;
    const account = foreign ? NOBODY_KNOWN : await readAccount(pool, id);
    if (!account) return null;
    const user = actingCaller({ name: key, scopes: GRANTED[can] }, { id, email }, account);
    return {
      id: null,
      until,
      user: email === null ? user : { ...user, emailVerified: emailVerified && !isOrganisation(id) },
    };
  }

  /** undefined: only one of our own accounts can be calling. */
  async function withoutAccount(request: Request): Promise<Session | null | undefined> {
    const acting = await actingSession(request);
    if (acting) return acting;
    const grant = grantOf(request);
    if (grant) return aloneOf(request, () => byGrant(grant, request));
    return foreign ? personOf(request, () => byToken(request)) : undefined;
  }

  async function sessionOf(request: Request, response: Response): Promise<Session | null> {
    const known = await withoutAccount(request);
    const session = known === undefined ? await aloneOf(request, () => own.sessionOf(request, response)) : known;
    const foreignPage = foreignPageOf(request);
    return session && foreignPage !== undefined ? { ...session, user: { ...session.user, foreignPage } } : session;
  }

  return {
    keyOf,
    sessionOf,
    async serviceOf(request, response) {
      const key = keyOf(request);
      if (!key) {
        await required(sessionOf(request, response));
        throw new AppError('forbidden');
      }
      onKeyUse(key);
      return key;
    },
    userOf: async (request, response) => (await sessionOf(request, response))?.user ?? null,
    async subscriberOf(request, response) {
      const session = await withoutAccount(request);
      if (session !== undefined)
        return session && { user: session.user, subscription: await readLatestSubscription(pool, session.user.id) };
      const found = await aloneOf(request, () => own.subscriberOf(request, response));
      return found && { user: found.session.user, subscription: found.subscription };
    },
  };
}

/** Only a service key may name a user. */
async function personOf<T>(request: Request, read: () => Promise<T | null>): Promise<T | null> {
  const person = await read();
  if (person !== null) refuseNamedUser(request.headers);
  return person;
}

/** The same for callers that can't act for an organisation. */
async function aloneOf<T>(request: Request, read: () => Promise<T | null>): Promise<T | null> {
  const person = await personOf(request, read);
  if (person !== null) refuseOwner(request.headers);
  return person;
}

/** Throws AppError unauthorized if there is no session. */
export async function required<T>(reading: Promise<T | null>): Promise<T> {
  const found = await reading;
  if (found === null) throw new AppError('unauthorized');
  return found;
}
