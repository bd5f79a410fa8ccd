import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';
import { fromNodeHeaders } from 'better-auth/node';
import type { Pool } from '../../database/client.ts';
import { readSession, readSubscriber, type SessionRow } from '../../database/reads/sessions.ts';
import { readLatestSubscription, type SubscriptionRow } from '../../database/reads/subscriptions.ts';
import { addressOf } from '../addresses/placeholder.ts';
import type { Auth } from '../auth.ts';
import { endedCookie } from '../claims/endedSessions.ts';
import { isOperator } from '../operators.ts';
import { signedToken } from '../sessionToken.ts';
import { PERSON, type Session } from './caller.ts';

const DAY_MS = 86_400_000;

interface OwnAccountsOptions {
  auth: Auth;
  pool: Pool;
  operatorEmails: readonly string[];
  /** The longest life of a session. */
  sessionDays: number;
}

export interface OwnAccounts {
  sessionOf(request: Request, response: Response): Promise<Session | null>;
  /** The same with the user's latest subscription, in one round trip. */
  subscriberOf(
    request: Request,
    response: Response,
  ): Promise<{ session: Session; subscription: SubscriptionRow | null } | null>;
}

/**
 * A valid session that needs no extension is read with one prepared statement, every time, so that a revoked one ends
 * at once. All others are left to better-auth, which extends them or removes their cookies.
 */
export function createOwnAccounts({ auth, pool, operatorEmails, sessionDays }: OwnAccountsOptions): OwnAccounts {
  const context = auth.$context;
  async function tokenOf({ headers }: Request): Promise<string | null> {
    const { authCookies, secret } = await context;
    return signedToken(headers, { cookieName: authCookies.sessionToken.name, secret });
  }
  const lastEnd = (createdAt: Date) => createdAt.getTime() + sessionDays * DAY_MS;
  async function isRunning({ sessionCreatedAt, sessionExpiresAt }: SessionRow): Promise<boolean> {
    const { expiresIn, updateAge } = (await context).sessionConfig;
    const left = Math.min(sessionExpiresAt.getTime(), lastEnd(sessionCreatedAt)) - Date.now();
    const canBeExtended = sessionExpiresAt.getTime() < lastEnd(sessionCreatedAt);
    return left > (canBeExtended ? (expiresIn - updateAge) * 1000 : 0);
  }
  const open = (id: string, account: Account): Session => {
    const operator = isOperator(account, operatorEmails);
    return { id, until: null, user: { ...account, operator, scopes: PERSON } };
  };
  async function validate(request: Request, response: Response): Promise<Session | null> {
    const { headers, response: session } = await auth.api.getSession({
      headers: fromNodeHeaders(request.headers),
      returnHeaders: true,
    });
    if (session && lastEnd(session.session.createdAt) <= Date.now()) return null;
    // A stream has already sent its headers; the next request extends the session.
    if (!response.headersSent) for (const cookie of headers.getSetCookie()) response.appendHeader('set-cookie', cookie);
    if (!session) {
      const token = await tokenOf(request);
      const told = token && !response.headersSent && (await endedCookie(pool, token));
      if (told) response.appendHeader('set-cookie', told);
      return null;
    }
    const { id, name, emailVerified } = session.user;
    return open(session.session.id, { id, email: addressOf(session.user), name, emailVerified });
  }
  return {
    async sessionOf(request, response) {
      const token = await tokenOf(request);
      const row = token && (await readSession(pool, token));
      return row && (await isRunning(row)) ? open(row.sessionId, accountIn(row)) : validate(request, response);
    },
    async subscriberOf(request, response) {
      const token = await tokenOf(request);
      const row = token && (await readSubscriber(pool, token));
      if (row && (await isRunning(row.session)))
        return { session: open(row.session.sessionId, accountIn(row.session)), subscription: row.subscription };
      const session = await validate(request, response);
      return session && { session, subscription: await readLatestSubscription(pool, session.user.id) };
    },
  };
}

interface Account {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

function accountIn(row: SessionRow): Account {
  const { sessionUser: id, sessionEmail: email, sessionName: name, sessionEmailVerified: emailVerified } = row;
  return { id, email, name, emailVerified };
}
