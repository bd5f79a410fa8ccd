import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface TokenOptions {
  /** The session's cookie. */
  cookieName: string;
  secret: string;
}

/** The session token of a request, from bearer or cookie, if we signed it; null: better-auth decides. */
export function signedToken(headers: IncomingHttpHeaders, { cookieName, secret }: TokenOptions): string | null {
  const { authorization, cookie = '' } = headers;
  const shown = authorization === undefined ? cookieValue(cookie, cookieName) : bearerValue(authorization);
  return shown === null ? null : verify(decode(shown), secret);
}

function bearerValue(authorization: string): string | null {
  return /^bearer (.+)$/i.exec(authorization)?.[1]?.trim() ?? null;
}

function cookieValue(header: string, name: string): string | null {
  const found = header.split(';').find((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return found?.slice(found.indexOf('=') + 1).trim() ?? null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** better-call signs as `<token>.<base64 HMAC-SHA256 of the token>`. */
function verify(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const token = signed.slice(0, dot);
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  const given = Buffer.from(signed.slice(dot + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
