import { isOperator } from '../auth/operators.ts';
import { publicProcedure, router } from './trpc.ts';

export const sessionRouter = router({
  /** Who is signed in; null: nobody. */
  me: publicProcedure.query(async ({ ctx }) => {
    const user = await ctx.user();
    return user && { ...user, operator: isOperator(user, ctx.deps.settings.operatorEmails) };
  }),
});
