import { createHmac, randomBytes } from 'node:crypto';
import { cookiePrefix } from '../../auth/auth.ts';
import type { Deps } from '../../deps.ts';
import { PASSWORD } from './canaries.ts';
import { quickPasswords } from './quickPasswords.ts';

export interface Person {
  id: string;
  email: string;
  cookie: string;
}

const CREATE = `WITH person AS (
    INSERT INTO "user" (id, name, email, "emailVerified") VALUES ($1, 'Ada Lovelace', $2, $5) RETURNING id
  ), account AS (
    INSERT INTO account (id, "accountId", "providerId", "userId", password) SELECT $1, $1, 'credential', id, $3 FROM person
  )
  INSERT INTO session (id, token, "userId", "expiresAt") SELECT $1, $4, id, now() + interval '7 days' FROM person`;

/** Creates an account and its session, with the same rows as the sign-up form and, unless told otherwise, the mailed link. */
export async function createPerson({ billing, settings }: Deps, email: string, isVerified = true): Promise<Person> {
  const id = randomBytes(16).toString('hex');
  const token = randomBytes(16).toString('hex');
  await billing.database.pool.query(CREATE, [id, email, await quickPasswords.hash(PASSWORD), token, isVerified]);
  const signature = createHmac('sha256', settings.keys.sessions).update(token).digest('base64');
  const value = encodeURIComponent(`${token}.${signature}`);
  return { id, email, cookie: `${cookiePrefix(settings.baseUrl ?? '')}.session_token=${value}` };
}
