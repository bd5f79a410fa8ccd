import { z } from 'zod';
import type { Session } from '../auth/callers/caller.ts';
import { currentAccess } from '../billing/access/currentAccess.ts';
import { anyChangeInput } from '../billing/subscriptions/changes/changeInput.ts';
import { changeSubscription } from '../billing/subscriptions/changes/changeSubscription.ts';
import { previewChange } from '../billing/subscriptions/changes/previewChange.ts';
import { checkPurchases } from '../billing/subscriptions/checkPurchases.ts';
import { ownSubscription, toOwnSubscription } from '../billing/subscriptions/currentSubscription.ts';
import { keepOwn } from '../billing/subscriptions/duplicates/keepSubscription.ts';
import { listLive } from '../billing/subscriptions/duplicates/listLive.ts';
import { endAwaited } from '../billing/subscriptions/endAwaited.ts';
import { listSubscriptions } from '../billing/subscriptions/listSubscriptions.ts';
import { organisationOf } from '../billing/subscriptions/own/organisation.ts';
import type { Reader } from '../billing/subscriptions/pageStreams.ts';
import { refreshSubscription } from '../billing/subscriptions/refreshSubscription.ts';
import { router, sessionProcedure, subscriberProcedure, translateStream, userProcedure } from './trpc.ts';

const named = z.strictObject({ subscriptionId: z.string().min(1).max(200) });

export const subscriptionRouter = router({
  /** The object of GET /api/payments/subscription, plus everything that pages would otherwise have to work out. */
  current: subscriberProcedure.query(({ ctx: { subscription, deps } }) => ({
    subscription: subscription && toOwnSubscription(subscription, deps.billing),
  })),
  /** All of them, live ones first. */
  list: userProcedure.query(async ({ ctx }) => ({ subscriptions: await listSubscriptions(ctx.billing, ctx.user.id) })),
  /** Everything that will be charged, highest plan first, or else the last subscription; and ended duplicates. */
  live: userProcedure.query(({ ctx }) => listLive(ctx.billing, ctx.user)),
  /** Asks the providers for missed changes; pages call it when they open. */
  check: userProcedure.mutation(({ ctx }) => checkPurchases(ctx.billing, ctx.user)),
  /** Keeps one of several: the others end with their paid period. */
  keep: userProcedure.input(named).mutation(async ({ ctx, input }) => {
    await keepOwn(ctx.billing, ctx.user, input.subscriptionId);
    return listLive(ctx.billing, ctx.user);
  }),
  /** Ends one whose first payment has not arrived, so that another can be bought. */
  endAwaited: userProcedure.input(named).mutation(async ({ ctx, input }) => {
    await endAwaited(ctx.billing, ctx.user, input.subscriptionId);
    return listLive(ctx.billing, ctx.user);
  }),
  /** What a change would cost, without making it. */
  preview: userProcedure.input(anyChangeInput).query(({ ctx, input }) => previewChange(ctx.billing, ctx.user, input)),
  /** The user's current access, its end and reason, and whether a trial is still available. */
  access: userProcedure.query(({ ctx }) => currentAccess(ctx.billing, ctx.user)),
  /** What the organisation of a foreign login's token has and, for who pays for it, what it costs; null: there is none. */
  organisation: userProcedure.query(({ ctx }) => organisationOf(ctx.billing, ctx.user)),
  /** Asks the provider instead of waiting for its webhook. */
  refresh: userProcedure.mutation(async ({ ctx }) => ({
    subscription: await refreshSubscription(ctx.billing, ctx.user),
  })),
  change: userProcedure.input(anyChangeInput).mutation(async ({ ctx, input }) => {
    const id = await changeSubscription(ctx.billing, ctx.user, input);
    return { subscription: await ownSubscription(ctx.billing, ctx.user.id, id) };
  }),
  /** Server-sent events: one at the start, then one whenever a record of the user changed. */
  changes: sessionProcedure.subscription(({ ctx: { deps, session }, signal = AbortSignal.abort() }) =>
    translateStream(timesOf(deps.pageStreams.open(readerOf(session), signal))),
  ),
});

/** A stream ends with the session or token that opened it. */
function readerOf({ id: sessionId, until, user }: Session): Reader {
  return { userId: user.id, memberOf: user.memberOf, sessionId, until };
}

async function* timesOf(changes: AsyncIterable<void>): AsyncGenerator<{ at: string }> {
  yield { at: new Date().toISOString() };
  for await (const _ of changes) yield { at: new Date().toISOString() };
}
