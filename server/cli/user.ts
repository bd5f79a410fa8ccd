import type { Billing } from '../billing/context.ts';
import { type FoundUser, findUsers } from '../billing/records/findUsers.ts';

/** Whom an option or argument names, by id, e-mail address or name; null: nobody. Throws when it could be several. */
export async function namedUser(billing: Billing, who: string): Promise<FoundUser | null> {
  const [found = null, ...others] = await findUsers(billing, who);
  if (others.length === 0) return found;
  const all = [found, ...others].map((user) => user?.email ?? user?.userId);
  throw new Error(`Several accounts are named ${who}: ${all.join(', ')}`);
}

/** As `namedUser`, for a command that looks at what is there: nobody is an error, not an empty list. */
export async function knownUser(billing: Billing, who: string): Promise<FoundUser> {
  const user = await namedUser(billing, who);
  if (!user) throw new Error(`No account, record or event is known of ${who}`);
  return user;
}
