import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors.ts';
import type { Session } from './caller.ts';
import type { TokenSession } from './foreignLogin.ts';

/**
 * A request's credential: the bearer token if there is an `Authorization` header, else the cookie. An `Authorization`
 * header without a bearer token is no credential: it never falls back to the cookie.
 */
export function shownToken({ authorization, cookie = '' }: IncomingHttpHeaders, cookieName?: string): string | null {
  if (authorization !== undefined) return bearerValue(authorization);
  return cookieName === undefined ? null : cookieValue(cookie, cookieName);
}

export function bearerValue(authorization: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function cookieValue(header: string, name: string): string | null {
  const found = header.split(';').find((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return found?.slice(found.indexOf('=') + 1).trim() || null;
}

/**
 * The owner a token is used for: the person or, with `x-owner: org`, their organisation. Throws AppError
 * invalid_headers, or forbidden if the token names no organisation.
 */
export function ownerSession({ organisation, ...session }: TokenSession, headers: IncomingHttpHeaders): Session {
  const owner = headers['x-owner'];
  if (owner === undefined) return session;
  if (owner !== 'org') throw new AppError('invalid_headers', { reason: 'x-owner: can only be org' });
  if (!organisation) throw new AppError('forbidden', { reason: 'the token names no organisation (AUTH_ORG_CLAIM)' });
  return { ...session, user: organisation };
}

/** Only a foreign login's token can act for an organisation. */
export function refuseOwner(headers: IncomingHttpHeaders): void {
  if (headers['x-owner'] !== undefined)
    throw new AppError('invalid_headers', {
      reason: 'x-owner: only a token of AUTH_JWKS_URL can act for an organisation',
    });
}

/**
 * Only a service key may name another user: any other caller that does is refused, because the name would be ignored.
 */
export function refuseNamedUser(headers: IncomingHttpHeaders): void {
  if (headers['x-user-id'] !== undefined || headers['x-user-email'] !== undefined)
    throw new AppError('invalid_headers', { reason: 'x-user-id, x-user-email: only a service key may name a user' });
}
