import type { AccessAnswer } from '../accessAnswer.ts';
import type { SigningKey } from './signingKeys.ts';
import { secondsOf, signToken } from './signToken.ts';

/** Its own token type: neither a session's nor another token's. */
export const ACCESS_TYPE = 'billing-access+jwt';
export const ACCESS_AUDIENCE = 'billing-access';

interface SignOptions {
  key: SigningKey;
  /** Our own public address. */
  issuer: string;
  /** Real time, which verifiers use. */
  issuedAt: Date;
  expiresAt: Date;
}

/** The answer as a JWT (EdDSA) that programs verify offline until its `exp`. */
export function signAccess(access: AccessAnswer, { key, issuer, issuedAt, expiresAt }: SignOptions): string {
  const claims = {
    iss: issuer,
    aud: ACCESS_AUDIENCE,
    sub: access.userId,
    iat: secondsOf(issuedAt),
    exp: secondsOf(expiresAt),
    access,
  };
  return signToken(key, ACCESS_TYPE, claims);
}
