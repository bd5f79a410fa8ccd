import { sign } from 'node:crypto';
import type { AccessAnswer } from '../accessAnswer.ts';
import type { SigningKey } from './signingKeys.ts';

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
  const header = { alg: 'EdDSA', typ: ACCESS_TYPE, kid: key.kid };
  const claims = {
    iss: issuer,
    aud: ACCESS_AUDIENCE,
    sub: access.userId,
    iat: secondsOf(issuedAt),
    exp: secondsOf(expiresAt),
    access,
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);
