import { listPlans } from '../billing/plans/listPlans.ts';
import { publicProcedure, router } from './trpc.ts';

export const plansRouter = router({
  list: publicProcedure.query(({ ctx }) => listPlans(ctx.deps.settings.plans, ctx.deps.offeredPrices)),
});
