import { publicProcedure, router } from './trpc.ts';

export const sessionRouter = router({
  /** Who is signed in; null: nobody. */
  me: publicProcedure.query(async ({ ctx }) => {
    const user = await ctx.user();
    if (!user) return null;
    const { id, email, name, emailVerified, operator } = user;
    return { id, email, name, emailVerified, operator };
  }),
  /** How people sign in: with an account of ours, or elsewhere. */
  login: publicProcedure.query(({ ctx }) => {
    const { login } = ctx.deps.settings;
    return { own: login === null, signInUrl: login?.signInUrl ?? null };
  }),
});
