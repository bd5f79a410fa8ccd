import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Pool } from '../database/client.ts';
import { readSession, readSubscriber, type SessionRow } from '../database/reads/sessions.ts';
import { readLatestSubscription, type SubscriptionRow } from '../database/reads/subscriptions.ts';
import { AppError } from '../errors.ts';
import type { Auth } from './auth.ts';
import { signedToken } from './sessionToken.ts';

export interface SessionUser {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

export interface Session {
  id: string;
  user: SessionUser;
}

export interface Subscriber {
  user: SessionUser;
  /** The user's subscription with the latest `updatedAt`, of whichever provider. */
  subscription: SubscriptionRow | null;
}

/** Reads the sessions of requests. A session that is extended on the way gets its new cookie. null: nobody's. */
export interface Sessions {
  sessionOf(request: Request, response: Response): Promise<Session | null>;
  userOf(request: Request, response: Response): Promise<SessionUser | null>;
  /** The user with the subscription, in one round trip. */
  subscriberOf(request: Request, response: Response): Promise<Subscriber | null>;
}

/**
 * A session that is surely valid and needs no extension is read by one prepared statement of ours, every time, so that
 * a revoked one ends at once. All others are left to better-auth: it extends them, or removes their cookies.
 */
export function createSessions(auth: Auth, pool: Pool): Sessions {
  const context = auth.$context;
  async function tokenOf({ headers }: Request): Promise<string | null> {
    const { authCookies, secret } = await context;
    return signedToken(headers, { cookieName: authCookies.sessionToken.name, secret });
  }
  async function isRunning(session: SessionRow): Promise<boolean> {
    const { expiresIn, updateAge } = (await context).sessionConfig;
    return session.sessionExpiresAt.getTime() - Date.now() > (expiresIn - updateAge) * 1000;
  }
  async function sessionOf(request: Request, response: Response): Promise<Session | null> {
    const token = await tokenOf(request);
    const row = token && (await readSession(pool, token));
    return row && (await isRunning(row)) ? toSession(row) : validateSession(auth, request, response);
  }
  return {
    sessionOf,
    userOf: async (request, response) => (await sessionOf(request, response))?.user ?? null,
    async subscriberOf(request, response) {
      const token = await tokenOf(request);
      const row = token && (await readSubscriber(pool, token));
      if (row && (await isRunning(row.session))) {
        return { user: toSession(row.session).user, subscription: row.subscription };
      }
      const session = await validateSession(auth, request, response);
      return session && { user: session.user, subscription: await readLatestSubscription(pool, session.user.id) };
    },
  };
}

/** Throws AppError unauthorized when nobody's session was read. */
export async function required<T>(reading: Promise<T | null>): Promise<T> {
  const found = await reading;
  if (found === null) throw new AppError('unauthorized');
  return found;
}

function toSession(row: SessionRow): Session {
  const { sessionUser: id, sessionEmail: email, sessionName: name, sessionEmailVerified: emailVerified } = row;
  return { id: row.sessionId, user: { id, email, name, emailVerified } };
}

async function validateSession(auth: Auth, request: Request, response: Response): Promise<Session | null> {
  const { headers, response: session } = await auth.api.getSession({
    headers: fromNodeHeaders(request.headers),
    returnHeaders: true,
  });
  // A stream has sent its headers by now; the next request extends the session.
  if (!response.headersSent) for (const cookie of headers.getSetCookie()) response.append('set-cookie', cookie);
  if (!session) return null;
  const { id, email, name, emailVerified } = session.user;
  return { id: session.session.id, user: { id, email, name, emailVerified } };
}
