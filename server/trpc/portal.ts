import { portalInput } from '../billing/checkout/inputs.ts';
import { openPortal } from '../billing/checkout/openPortal.ts';
import { router, userProcedure } from './trpc.ts';

/** null stands for an invalid input: the verb looks at the customer first. */
const input = portalInput.prefault({}).nullable().catch(null);

export const portalRouter = router({
  open: userProcedure.input(input).mutation(({ ctx, input }) => openPortal(ctx.billing, ctx.user, input)),
});
