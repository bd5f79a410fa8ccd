import { eraseUser } from '../billing/accounts/eraseUser.ts';
import { exportAccount } from '../billing/accounts/exportAccount.ts';
import { AppError } from '../errors.ts';
import { personProcedure, router } from './trpc.ts';

/** Deletes what tells the person; an account of ours is deleted by POST /api/auth/delete-user. */
const foreignProcedure = personProcedure.use(({ ctx, next }) => {
  if (!ctx.deps.settings.login) throw new AppError('not_found');
  return next();
});

export const accountRouter = router({
  /** Everything that is kept about the user. Deletion is POST /api/auth/delete-user. */
  export: personProcedure.query(({ ctx }) => exportAccount(ctx.billing, ctx.user.id)),
  /** With another login: ends what runs at the provider, then deletes what tells the person. */
  erase: foreignProcedure.mutation(({ ctx }) => eraseUser(ctx.billing, ctx.user)),
});
