import { currentAccess } from '../billing/currentAccess.ts';
import { currentSubscription } from '../billing/currentSubscription.ts';
import { router, userProcedure } from './trpc.ts';

export const subscriptionRouter = router({
  /** The same object as GET /api/payments/subscription. */
  current: userProcedure.query(async ({ ctx }) => ({
    subscription: await currentSubscription(ctx.billing, ctx.user.id),
  })),
  /** What the user may use now, until when and why, and whether a trial is still to be had. */
  access: userProcedure.query(({ ctx }) => currentAccess(ctx.billing, ctx.user.id)),
});
