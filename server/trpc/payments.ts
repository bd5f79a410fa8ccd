import { z } from 'zod';
import { listPayments } from '../billing/subscriptions/own/listPayments.ts';
import { router, userProcedure } from './trpc.ts';

const page = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.number().int().min(1).max(50).default(10),
  /** Pages leave out those of zero: nothing moved. */
  moved: z.boolean().optional(),
});

export const paymentsRouter = router({
  /** The user's payments, newest first. */
  list: userProcedure.input(page.prefault({})).query(({ ctx, input }) => listPayments(ctx.billing, ctx.user.id, input)),
});
