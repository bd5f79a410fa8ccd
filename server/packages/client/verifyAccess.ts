import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Access } from './generated/types.ts';

export interface VerifyOptions {
  /** The service's `BASE_URL`, which signs as `iss`. */
  issuer: string;
  /** Where this program reads the public keys. Default: `/.well-known/jwks.json` of the issuer. */
  keysUrl?: string;
  /** Default: the machine's clock. */
  now?: Date;
}

const KEYS_MS = 5 * 60_000;
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * The access in a token of `GET access`, without asking billing: only its public keys are read, at most every five
 * minutes. Rejects if the token is forged, another issuer's, or over.
 */
export async function verifyAccess(token: string, { issuer, keysUrl, now }: VerifyOptions): Promise<Access> {
  const { payload } = await jwtVerify<{ access: Access }>(token, keysAt(keysUrl ?? defaultKeysUrl(issuer)), {
    issuer,
    audience: 'billing-access',
    typ: 'billing-access+jwt',
    algorithms: ['EdDSA'],
    requiredClaims: ['exp', 'access'],
    ...(now ? { currentDate: now } : {}),
  });
  return payload.access;
}

function keysAt(url: string) {
  const known = keySets.get(url);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(url), { cacheMaxAge: KEYS_MS });
  keySets.set(url, keys);
  return keys;
}

function defaultKeysUrl(issuer: string): string {
  return `${issuer.replace(/\/+$/, '')}/.well-known/jwks.json`;
}
