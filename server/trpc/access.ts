import { answerAccess } from '../billing/access/answerAccess.ts';
import { changesInput, listChanges } from '../billing/access/feed/accessFeed.ts';
import { embedInput, grantEmbedToken, mayGrant } from '../billing/access/signing/embedToken.ts';
import { AppError } from '../errors.ts';
import { publicProcedure, router, userProcedure } from './trpc.ts';

const grantingProcedure = userProcedure.use(({ ctx, next }) => {
  mayGrant(ctx.user);
  return next();
});

export const accessRouter = router({
  /** The object of GET /api/payments/access: what the user may use now, and the same as a signed token. */
  current: userProcedure.query(async ({ ctx }) => {
    const { access, sign } = await answerAccess(ctx.billing, ctx.user);
    return { access, token: sign() };
  }),
  /** The object of GET /api/payments/changes: whose access may have changed, for services with the scope `changes`. */
  changes: publicProcedure.input(changesInput.prefault({})).query(async ({ ctx, input, signal }) => {
    const { name, scopes } = await ctx.service();
    if (!scopes.has('changes')) throw new AppError('forbidden');
    const { billing, feedQueues, stopping } = ctx.deps;
    const ends = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
    return feedQueues.run(name, () => listChanges(billing, input, ends));
  }),
  /** The object of POST /api/payments/embed-token: lets a page ask for the user, for ten minutes. */
  embedToken: grantingProcedure.input(embedInput.prefault({})).mutation(({ ctx, input }) => {
    const { billing, settings } = ctx.deps;
    return grantEmbedToken({ ...billing, embedOrigins: settings.embedOrigins }, ctx.user, input);
  }),
});
