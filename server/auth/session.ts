import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import { AppError } from '../errors.ts';
import type { Auth } from './auth.ts';

export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

/** The user of a request's session, or null. A session that is extended on the way gets its new cookie. */
export async function userOf(auth: Auth, request: Request, response: Response): Promise<SessionUser | null> {
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

/** Throws AppError unauthorized without a valid session. */
export async function requireUser(auth: Auth, request: Request, response: Response): Promise<SessionUser> {
  const user = await userOf(auth, request, response);
  if (!user) throw new AppError('unauthorized');
  return user;
}
