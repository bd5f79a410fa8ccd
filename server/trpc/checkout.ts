import { nameAddress } from '../billing/checkout/customer/nameAddress.ts';
import { addressInput, checkoutInput } from '../billing/checkout/inputs.ts';
import { startCheckout } from '../billing/checkout/startCheckout.ts';
import { router, userProcedure } from './trpc.ts';

export const checkoutRouter = router({
  /** POST /api/payments/checkout. */
  start: userProcedure
    .meta({ fallback: 'checkout_failed' })
    .input(checkoutInput)
    .mutation(({ ctx, input }) => startCheckout(ctx.billing, ctx.user, input)),
  /** Where the provider keeps the account's proven address for another customer. */
  nameAddress: userProcedure
    .input(addressInput)
    .mutation(({ ctx, input }) => nameAddress(ctx.billing, ctx.user, input)),
});
