import { checkoutInput } from '../billing/checkout/inputs.ts';
import { startCheckout } from '../billing/checkout/startCheckout.ts';
import { router, userProcedure } from './trpc.ts';

export const checkoutRouter = router({
  start: userProcedure.input(checkoutInput).mutation(({ ctx, input }) => startCheckout(ctx.billing, ctx.user, input)),
});
