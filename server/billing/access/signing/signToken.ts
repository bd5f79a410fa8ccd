import { sign } from 'node:crypto';
import type { SigningKey } from './signingKeys.ts';

/** A JWT (EdDSA) of one of our token types. */
export function signToken(key: SigningKey, typ: string, claims: object): string {
  const signed = `${encode({ alg: 'EdDSA', typ, kid: key.kid })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
