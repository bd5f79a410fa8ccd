import { userInfo } from 'node:os';
import { isUserId } from '../auth/callers/caller.ts';
import type { Billing } from '../billing/context.ts';
import { type FoundUser, findUsers, isGivenTo, nameless } from '../billing/records/findUsers.ts';
import { type CommandContext, UsageError } from './command.ts';

/**
 * The user that an option or argument names, by id, e-mail address or name; null: none. Throws if there may be several.
 */
export async function namedUser(billing: Billing, who: string): Promise<FoundUser | null> {
  const found = await findUsers(billing, who);
  if (found.length < 2) return found[0] ?? null;
  const nameOf = ({ email, userId }: FoundUser) => (email === null || email === who.toLowerCase() ? userId : email);
  throw new Error(`Several accounts are named ${who}: ${found.map(nameOf).join(', ')}`);
}

/** Like `namedUser`, for read commands: an unknown user is an error, not an empty list. */
export async function knownUser(billing: Billing, who: string): Promise<FoundUser> {
  const user = await namedUser(billing, who);
  if (!user) throw new Error(`No account, record or event matches ${who}`);
  return user;
}

/** A user; with a foreign login any id is accepted. */
export async function receiverOf({ billing, settings }: CommandContext, who: string): Promise<FoundUser> {
  if (!settings.login) return knownUser(billing, who);
  if (!isUserId(who)) throw new UsageError('A user id has at most 200 letters, digits and ._:|@-');
  return nameless(who);
}

export const userIdOf = async (context: CommandContext, who: string) => (await receiverOf(context, who)).userId;

/** Who is given a plan, or somebody's records. */
export async function heirOf(context: CommandContext, who: string): Promise<FoundUser> {
  const heir = await receiverOf(context, who);
  if (isGivenTo(heir, who)) return heir;
  const { userId } = heir;
  if (!who.includes('@')) throw new Error(`Anyone can take the name ${who}: name the account by its id, ${userId}`);
  throw new Error(`${who} is not proven by ${userId}: name the account by its id, or run billing verify ${who} first`);
}

/** What the audit keeps of a change. */
export interface Audit {
  reason: string;
  /** Whoever runs the command, as the machine calls them. */
  actor: string;
}

/** Throws if no reason is given. */
export function auditOf({ reason = '' }: { reason?: string | undefined }): Audit {
  if (!reason.trim()) throw new UsageError('Give a reason: --reason TEXT');
  return { reason: reason.trim(), actor: `command of ${userInfo().username}` };
}
