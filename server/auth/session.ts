import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Pool } from '../database/client.ts';
import { readSession, readSubscriber, type SessionRow } from '../database/sessions.ts';
import { readLatestSubscription, type SubscriptionRow } from '../database/subscriptions.ts';
import { AppError } from '../errors.ts';
import type { Auth } from './auth.ts';
import { signedToken } from './sessionToken.ts';

export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

export interface Subscriber {
  user: SessionUser;
  /** The user's subscription with the latest `updatedAt`, of whichever provider. */
  subscription: SubscriptionRow | null;
}

/** Reads the sessions of requests. A session that is extended on the way gets its new cookie. null: nobody's. */
export interface Sessions {
  userOf(request: Request, response: Response): Promise<SessionUser | null>;
  /** The user with the subscription, in one round trip. */
  subscriberOf(request: Request, response: Response): Promise<Subscriber | null>;
}

/**
 * A session that is surely valid and needs no extension is read by one prepared statement of ours, every time, so that
 * a revoked one ends at once. All others are better-auth's to judge: it extends them, or removes their cookies.
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
  return {
    async userOf(request, response) {
      const token = await tokenOf(request);
      const session = token && (await readSession(pool, token));
      return session && (await isRunning(session)) ? toUser(session) : judge(auth, request, response);
    },
    async subscriberOf(request, response) {
      const token = await tokenOf(request);
      const row = token && (await readSubscriber(pool, token));
      if (row && (await isRunning(row.session))) return { user: toUser(row.session), subscription: row.subscription };
      const user = await judge(auth, request, response);
      return user && { user, subscription: await readLatestSubscription(pool, user.id) };
    },
  };
}

/** Throws AppError unauthorized when nobody's session was read. */
export async function required<T>(reading: Promise<T | null>): Promise<T> {
  const found = await reading;
  if (found === null) throw new AppError('unauthorized');
  return found;
}

function toUser({ sessionUser: id, sessionEmail: email, sessionName: name }: SessionRow): SessionUser {
  return { id, email, name };
}

async function judge(auth: Auth, request: Request, response: Response): Promise<SessionUser | null> {
  const { headers, response: session } = await auth.api.getSession({
    headers: fromNodeHeaders(request.headers),
    returnHeaders: true,
  });
  // A stream has sent its headers by now; the next request extends the session.
  if (!response.headersSent) for (const cookie of headers.getSetCookie()) response.append('set-cookie', cookie);
  if (!session) return null;
  const { id, email, name } = session.user;
  return { id, email, name };
}
