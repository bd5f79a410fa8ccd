import { listOwnPlans } from '../billing/checkout/listOwnPlans.ts';
import { publicProcedure, router } from './trpc.ts';

export const plansRouter = router({
  list: publicProcedure.query(({ ctx }) => listOwnPlans(ctx.deps.billing)),
});
