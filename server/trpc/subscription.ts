import type { Session } from '../auth/callers/caller.ts';
import { currentAccess } from '../billing/access/currentAccess.ts';
import type { Reader } from '../billing/subscriptions/changeFeed.ts';
import { anyChangeInput } from '../billing/subscriptions/changeInput.ts';
import { changeSubscription } from '../billing/subscriptions/changeSubscription.ts';
import { currentSubscription, toOwnSubscription } from '../billing/subscriptions/currentSubscription.ts';
import { listSubscriptions } from '../billing/subscriptions/listSubscriptions.ts';
import { previewChange } from '../billing/subscriptions/previewChange.ts';
import { refreshSubscription } from '../billing/subscriptions/refreshSubscription.ts';
import { router, sessionProcedure, subscriberProcedure, translateStream, userProcedure } from './trpc.ts';

export const subscriptionRouter = router({
  /** The object of GET /api/payments/subscription, with what pages would else decide again. */
  current: subscriberProcedure.query(({ ctx: { subscription, deps } }) => ({
    subscription: subscription && toOwnSubscription(subscription, deps.settings.plans),
  })),
  /** All of them, live ones first. */
  list: userProcedure.query(async ({ ctx }) => ({ subscriptions: await listSubscriptions(ctx.billing, ctx.user.id) })),
  /** What a change would cost; nothing is changed. */
  preview: userProcedure.input(anyChangeInput).query(({ ctx, input }) => previewChange(ctx.billing, ctx.user, input)),
  /** What the user may use now, until when and why, and whether a trial is still to be had. */
  access: userProcedure.query(({ ctx }) => currentAccess(ctx.billing, ctx.user.id)),
  /** Asks the provider instead of waiting for its webhook. */
  refresh: userProcedure.mutation(async ({ ctx }) => ({
    subscription: await refreshSubscription(ctx.billing, ctx.user),
  })),
  change: userProcedure.input(anyChangeInput).mutation(async ({ ctx, input }) => {
    await changeSubscription(ctx.billing, ctx.user, input);
    return { subscription: await currentSubscription(ctx.billing, ctx.user.id) };
  }),
  /** Server-sent events: one at the start, then one whenever a record of the user changed. */
  changes: sessionProcedure.subscription(({ ctx: { deps, session }, signal = AbortSignal.abort() }) =>
    translateStream(timesOf(deps.changeFeed.open(readerOf(session), signal))),
  ),
});

/** A stream ends with what opened it. */
function readerOf({ id: sessionId, until, user }: Session): Reader {
  return { userId: user.id, sessionId, until };
}

async function* timesOf(changes: AsyncIterable<void>): AsyncGenerator<{ at: string }> {
  yield { at: new Date().toISOString() };
  for await (const _ of changes) yield { at: new Date().toISOString() };
}
