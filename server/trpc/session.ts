import { z } from 'zod';
import { isResetOpen } from '../auth/addresses/isResetOpen.ts';
import type { Deps } from '../deps.ts';
import { socialNamesOf } from '../settings/schema/social.ts';
import type { Settings } from '../settings/types.ts';
import { publicProcedure, router } from './trpc.ts';

/** Whether people can verify an address, and reset a password, by mail. */
const canMail = ({ outbox, settings }: Deps) => outbox !== null && settings.login === null;

export function loginOf({ login, social }: Pick<Settings, 'login' | 'social'>) {
  return { own: login === null, signInUrl: login?.signInUrl ?? null, social: socialNamesOf(social) };
}

export const sessionRouter = router({
  /** What the pages can offer. */
  options: publicProcedure.query(({ ctx: { deps } }) => {
    const { cancelPage, withdrawalDays } = deps.settings.ends;
    return { mail: canMail(deps), cancelPage, withdrawalDays };
  }),
  /** The signed-in user; null: none. */
  me: publicProcedure.query(async ({ ctx }) => {
    const user = await ctx.user();
    if (!user) return null;
    const { id, email, name, emailVerified, operator } = user;
    return { id, email, name, emailVerified, operator, mail: canMail(ctx.deps) };
  }),
  /** Whether a mailed link still resets a password; a mutation, so that its token is in no address of a request. */
  openReset: publicProcedure
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .mutation(async ({ ctx, input }) => ({
      isOpen: await isResetOpen(ctx.deps.billing.database.prisma, input.token),
    })),
  /** How people sign in: with an account here (`social`: or at one of these), or elsewhere. */
  login: publicProcedure.query(({ ctx }) => loginOf(ctx.deps.settings)),
});
