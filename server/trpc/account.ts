import { eraseUser } from '../billing/accounts/eraseUser.ts';
import { exportAccount } from '../billing/accounts/exportAccount.ts';
import { AppError } from '../errors.ts';
import { personProcedure, router } from './trpc.ts';

/** Deletes personal data; an account here is deleted by POST /api/auth/delete-user. */
const foreignProcedure = personProcedure.use(({ ctx, next }) => {
  if (!ctx.deps.settings.login) throw new AppError('not_found');
  return next();
});

export const accountRouter = router({
  /** All stored data about the user. Deletion is POST /api/auth/delete-user. */
  export: personProcedure.query(({ ctx }) => exportAccount(ctx.billing, ctx.user.id)),
  /** With a foreign login: ends live subscriptions, then deletes personal data. */
  erase: foreignProcedure.mutation(({ ctx }) => eraseUser(ctx.billing, ctx.user)),
});
