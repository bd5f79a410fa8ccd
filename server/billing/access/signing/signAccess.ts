import type { AccessAnswer } from '../accessAnswer.ts';
import type { SigningKey } from './signingKeys.ts';
import { secondsOf, signToken } from './signToken.ts';

/** No session's, and no other token's of ours. */
export const ACCESS_TYPE = 'billing-access+jwt';
export const ACCESS_AUDIENCE = 'billing-access';

interface SignOptions {
  key: SigningKey;
  /** Our own public address. */
  issuer: string;
  /** By the real time, as whoever checks it goes by. */
  issuedAt: Date;
  expiresAt: Date;
}

/** The answer as a JWT (EdDSA) that a program checks without asking us, until its `exp`. */
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
