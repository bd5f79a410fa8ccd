import { portalInput } from '../billing/inputs.ts';
import { openPortal } from '../billing/openPortal.ts';
import { router, userProcedure } from './trpc.ts';

export const portalRouter = router({
  open: userProcedure
    .input(portalInput.prefault({}))
    .mutation(({ ctx, input }) => openPortal(ctx.billing, ctx.user, input)),
});
