import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { confirmRequest } from '../billing/requests/confirmRequest.ts';
import { openLink } from '../billing/requests/linkedRequest.ts';
import { listOwnRequests } from '../billing/requests/listRequests.ts';
import { requestInput } from '../billing/requests/request.ts';
import { takeRequest } from '../billing/requests/takeRequest.ts';
import { publicProcedure, router, userProcedure } from './trpc.ts';

/** The shortest duration of an answer, so that the timing doesn't reveal whether an account exists. */
const AT_LEAST_MS = 400;
const linked = z.strictObject({ token: z.string().min(1).max(200) });

/** Open to everybody, and costly: counted by the sender's address. */
const strangerProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.attempts.countAddress(ctx.sender());
  return next();
});

/** Ends that are asked for without signing in. */
export const requestsRouter = router({
  /** Cancels or withdraws by the address; answers alike for every address. */
  ask: strangerProcedure.input(requestInput).mutation(async ({ ctx: { deps }, input }) => {
    await deps.attempts.countMail(input.email);
    const [receipt] = await Promise.all([takeRequest(deps.billing, input), sleep(AT_LEAST_MS)]);
    return receipt;
  }),
  /** What the mailed link would end; changes nothing. */
  open: strangerProcedure.input(linked).mutation(({ ctx, input }) => openLink(ctx.deps.billing, input.token)),
  /** Ends what the link's reader chose; counts once. */
  confirm: strangerProcedure
    .input(linked.extend({ subscriptionIds: z.array(z.string().max(200)).min(1).max(50) }))
    .mutation(({ ctx, input }) => confirmRequest(ctx.deps.billing, input)),
  /** What was asked under the user's address. */
  own: userProcedure.query(({ ctx }) => listOwnRequests(ctx.billing, ctx.user.id)),
});
