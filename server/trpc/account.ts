import { exportAccount } from '../billing/accounts/exportAccount.ts';
import { router, userProcedure } from './trpc.ts';

export const accountRouter = router({
  /** Everything that is kept about the user. Deletion is POST /api/auth/delete-user. */
  export: userProcedure.query(({ ctx }) => exportAccount(ctx.billing, ctx.user.id)),
});
