import { answerAccess } from '../billing/access/answerAccess.ts';
import { router, userProcedure } from './trpc.ts';

export const accessRouter = router({
  /** The object of GET /api/payments/access: what the user may use now, and the same as a signed token. */
  current: userProcedure.query(async ({ ctx }) => {
    const { access, sign } = await answerAccess(ctx.billing, ctx.user.id);
    return { access, token: sign() };
  }),
});
