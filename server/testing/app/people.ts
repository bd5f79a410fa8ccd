import { cookiePrefix } from '../../auth/auth.ts';
import type { Deps } from '../../deps.ts';
import { insertPerson } from './insertPerson.ts';

export interface Person {
  id: string;
  email: string;
  cookie: string;
}

/** Creates an account and its session in the database. */
export async function createPerson({ billing, settings }: Deps, email: string, isVerified = true): Promise<Person> {
  const ground = { database: billing.database.pool, key: settings.keys.sessions };
  const { id, session } = await insertPerson(ground, { email, isVerified });
  return { id, email, cookie: `${cookiePrefix(settings.baseUrl ?? '')}.session_token=${session}` };
}
