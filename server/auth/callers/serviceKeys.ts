import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors.ts';
import { type Caller, isOrganisation, isUserId, type Right, type Scope } from './caller.ts';
import { plainAddress } from './claims.ts';
import { refuseOwner } from './shown.ts';

/** A key of `SERVICE_KEYS`; there are two with one name during a rotation. */
export interface ServiceKey {
  name: string;
  scopes: ReadonlySet<Scope>;
  /** SHA-256 of the key, in hex. */
  hash: string;
}

/** Distinguishes keys with one name without revealing the key. */
export const idOfKey = ({ hash }: Pick<ServiceKey, 'hash'>): string => hash.slice(0, 12);

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Compares every key in constant time. */
export function createKeyRing(keys: readonly ServiceKey[]): (shown: string) => ServiceKey | null {
  const ring = keys.map((key) => ({ key, digest: Buffer.from(key.hash, 'hex') }));
  if (ring.length === 0) return () => null;
  return (shown) => {
    const digest = createHash('sha256').update(shown).digest();
    let found: ServiceKey | null = null;
    for (const each of ring) if (timingSafeEqual(each.digest, digest)) found = each.key;
    return found;
  };
}

/** The user a service calls for. Throws AppError invalid_headers. */
export function namedUser(headers: IncomingHttpHeaders): { id: string; email: string | null } {
  refuseOwner(headers);
  const id = headers['x-user-id'];
  const given = headers['x-user-email'];
  const email = given === undefined ? null : plainAddress(given);
  if (!isUserId(id)) {
    const problem = id === undefined ? 'is missing' : 'must be 1 to 200 letters, digits or . _ : | @ -';
    throw new AppError('invalid_headers', { reason: `x-user-id: ${problem}` });
  }
  if (given !== undefined && email === null)
    throw new AppError('invalid_headers', { reason: 'x-user-email: is not one plain address' });
  return { id, email };
}

interface Account {
  email: string;
  name: string;
  emailVerified: boolean;
}

/**
 * The user for whom a key acts; null: our accounts don't know the id. An address from the service replaces the
 * account's for this call, and is verified only if the key has that scope. An organisation's address is never verified.
 */
export function actingCaller(
  { name: key, scopes }: { name: string; scopes: ReadonlySet<Right> },
  { id, email }: { id: string; email: string | null },
  account: Account | null,
): Caller {
  const emailVerified = scopes.has('verify') && !isOrganisation(id);
  const told = email === null ? null : { email, emailVerified, isTold: true as const };
  const { name, ...address } = account ?? { name: '', email: '', emailVerified: false };
  const kind = isOrganisation(id) ? { isOrganisation: true as const } : {};
  const caller: Caller = { id, name, ...address, ...told, ...kind, operator: false, scopes, key };
  return account ? caller : { ...caller, isUnknown: true };
}
