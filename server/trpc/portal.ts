import { manageInput, portalInput } from '../billing/checkout/inputs.ts';
import { manageBilling, openPortal } from '../billing/checkout/openPortal.ts';
import { router, userProcedure } from './trpc.ts';

/** null stands for an invalid input: the verb looks at the customer first. */
const input = portalInput.prefault({}).nullable().catch(null);
const managed = manageInput.prefault({}).nullable().catch(null);

export const portalRouter = router({
  /** POST /api/payments/portal: the active provider's alone, as the specification has it. */
  open: userProcedure.input(input).mutation(({ ctx, input }) => openPortal(ctx.billing, ctx.user, input)),
  /** For pages: that of the named subscription, also at a former provider which is draining. */
  manage: userProcedure.input(managed).mutation(({ ctx, input }) => manageBilling(ctx.billing, ctx.user, input)),
});
