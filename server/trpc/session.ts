import type { Deps } from '../deps.ts';
import { socialNamesOf } from '../settings/schema/social.ts';
import { publicProcedure, router } from './trpc.ts';

/** Whether people can prove an address, and get back in, by mail. */
const canMail = ({ outbox, settings }: Deps) => outbox !== null && settings.login === null;

export const sessionRouter = router({
  /** What the pages of our own accounts can offer here. */
  options: publicProcedure.query(({ ctx }) => ({ mail: canMail(ctx.deps) })),
  /** Who is signed in; null: nobody. */
  me: publicProcedure.query(async ({ ctx }) => {
    const user = await ctx.user();
    if (!user) return null;
    const { id, email, name, emailVerified, operator } = user;
    return { id, email, name, emailVerified, operator, mail: canMail(ctx.deps) };
  }),
  /** How people sign in: with an account of ours (`social`: or of these companies), or elsewhere. */
  login: publicProcedure.query(({ ctx }) => {
    const { login, social } = ctx.deps.settings;
    return { own: login === null, signInUrl: login?.signInUrl ?? null, social: socialNamesOf(social) };
  }),
});
