import { z } from 'zod';
import { requireFreshSignIn } from '../auth/callers/freshSignIn.ts';
import { eraseUser } from '../billing/accounts/eraseUser.ts';
import { exportAccount } from '../billing/accounts/exportAccount.ts';
import { countShared } from '../billing/accounts/move/listShared.ts';
import { AppError } from '../errors.ts';
import { personProcedure, router } from './trpc.ts';

/** Deletes personal data; an account here is deleted by POST /api/auth/delete-user. */
const foreignProcedure = personProcedure.use(({ ctx, next }) => {
  if (!ctx.deps.settings.login) throw new AppError('not_found');
  return next();
});

export const accountRouter = router({
  /** How many other accounts bought under the user's proven address: only operators can move what they have. */
  shared: personProcedure.query(({ ctx }) => countShared(ctx.billing, ctx.user.id)),
  /** All stored data about the user. Deletion is POST /api/auth/delete-user. */
  export: personProcedure.query(({ ctx }) => exportAccount(ctx.billing, ctx.user.id)),
  /**
   * With a foreign login: ends live subscriptions, then deletes personal data. The token's `auth_time` must be younger
   * than ten minutes; of a token without one, `email` must be the user's address (without an address, the user id).
   */
  erase: foreignProcedure
    .input(z.object({ email: z.string().max(254).optional() }).optional())
    .mutation(({ ctx, input }) => {
      requireFreshSignIn(ctx.user, input?.email);
      return eraseUser(ctx.billing, ctx.user);
    }),
});
