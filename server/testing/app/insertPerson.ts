import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { PASSWORD } from './canaries.ts';
import { quickPasswords } from './quickPasswords.ts';

const INSERT = `WITH person AS (
    INSERT INTO "user" (id, name, email, "emailVerified") VALUES ($1, $6, $2, $5) RETURNING id
  ), account AS (
    INSERT INTO account (id, "accountId", "providerId", "userId", password) SELECT $1, $1, 'credential', id, $3 FROM person
  )
  INSERT INTO session (id, token, "userId", "expiresAt") SELECT $1, $4, id, now() + interval '7 days' FROM person`;

interface Wanted {
  email: string;
  name?: string;
  isVerified?: boolean;
}

/**
 * Writes an account and its session, with the same rows as the sign-up form and, unless told otherwise, the mailed link.
 * @param key signs sessions.
 * @returns the account's id, and the value of the session's cookie.
 */
export async function insertPerson(
  { database, key }: { database: Pick<pg.Pool, 'query'>; key: string },
  { email, name = 'Ada Lovelace', isVerified = true }: Wanted,
): Promise<{ id: string; session: string }> {
  const id = randomBytes(16).toString('hex');
  const token = randomBytes(16).toString('hex');
  await database.query(INSERT, [id, email, await quickPasswords.hash(PASSWORD), token, isVerified, name]);
  const signature = createHmac('sha256', key).update(token).digest('base64');
  return { id, session: encodeURIComponent(`${token}.${signature}`) };
}
