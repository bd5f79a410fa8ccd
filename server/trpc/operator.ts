import { z } from 'zod';
import { isUserId } from '../auth/callers/caller.ts';
import { listKeys } from '../auth/callers/keyUse.ts';
import { grantEffect } from '../billing/access/grants/grantEffect.ts';
import { grantInput, grantPlan, revokeGrant, revokeInput } from '../billing/access/grants/grants.ts';
import { listRepeats } from '../billing/access/trials/listRepeats.ts';
import { linkCustomer } from '../billing/accounts/move/linkCustomer.ts';
import { listShared } from '../billing/accounts/move/listShared.ts';
import { type Moved, MoveRefused, undoMove } from '../billing/accounts/move/moveCustomers.ts';
import { replayEvent } from '../billing/events/replayEvent.ts';
import { explain } from '../billing/ledger/explain.ts';
import { listLedger, readBody } from '../billing/ledger/ledger.ts';
import { searchLedger } from '../billing/ledger/searchLedger.ts';
import { type FoundUser, findUsers, isGivenTo, nameless } from '../billing/records/findUsers.ts';
import { outcomes } from '../billing/records/outcome.ts';
import { closeRequest, listRequests } from '../billing/requests/listRequests.ts';
import { jobReport } from '../billing/status/jobReport.ts';
import { listReturned } from '../billing/subscriptions/brake/listReturned.ts';
import { keepSubscription } from '../billing/subscriptions/duplicates/keepSubscription.ts';
import { listReported } from '../billing/subscriptions/duplicates/listReported.ts';
import { listOpenReturns } from '../billing/subscriptions/returns/openReturns.ts';
import { lastReconcile } from '../billing/sync/reconcile/lastReconcile.ts';
import { AppError } from '../errors.ts';
import { operatorProcedure, router } from './trpc.ts';

const ledgerId = z.string().regex(/^\d{1,18}$/);
const word = z.string().max(200).optional();

const page = z.object({
  outcome: z.enum(outcomes).optional(),
  text: word,
  userId: word,
  cursor: ledgerId.optional(),
  limit: z.number().int().min(1).max(100).default(25),
});

const reason = z.string().trim().min(1).max(500);

/** Operators are told why a link is not possible. */
const orRefused = (moving: Promise<Moved>) =>
  moving.then(
    ({ auditId, records }) => ({ auditId, records, refused: null }),
    (error: unknown) => {
      if (error instanceof MoveRefused) return { auditId: '', records: 0, refused: error.message };
      throw error;
    },
  );

/** The words that found the user, if not the id. */
const naming = { who: z.string().max(320).optional() };

const linkInput = z.object({
  ...naming,
  userId: z.string().max(320),
  providerCustomerId: z.string().trim().min(1).max(200),
  reason,
});

interface Heir {
  userId: string;
  who?: string | undefined;
}

/** Throws AppError: unknown_user, email_not_verified. */
function heirAmong(found: readonly FoundUser[], { userId, who = userId }: Heir): FoundUser {
  // A lookup by address or name would succeed, but neither is a user id.
  const heir = found.find((each) => each.userId === userId);
  if (!heir) throw new AppError('unknown_user');
  if (isGivenTo(heir, who)) return heir;
  throw new AppError('email_not_verified', { reason: `${who} does not prove ${userId}: open it by its id` });
}

export const operatorRouter = router({
  /** Newest first; `text`: a part of a type, a provider or an id. */
  deliveries: operatorProcedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, limit, text, ...filter } }) =>
      text
        ? searchLedger(ctx.billing, { ...filter, text }, { cursor, limit })
        : listLedger(ctx.billing, filter, { cursor, limit }),
    ),
  /** The stored body of a delivery; null once it was dropped. */
  body: operatorProcedure
    .input(ledgerId)
    .query(async ({ ctx, input }) => ({ body: await readBody(ctx.billing, input) })),
  /** Replays a delivery. */
  resend: operatorProcedure.input(ledgerId).mutation(async ({ ctx, input }) => {
    const { outcome } = await replayEvent(ctx.billing, input);
    return { outcome };
  }),
  /** A user's timeline and current access; null: unknown user. */
  explain: operatorProcedure.input(z.string().min(1).max(320)).query(({ ctx, input }) => explain(ctx.billing, input)),
  /** The users that the words stand for, where they are several. */
  people: operatorProcedure.input(z.string().min(1).max(320)).query(({ ctx, input }) => findUsers(ctx.billing, input)),
  /** Scheduled jobs, rows that they set aside, and waiting events. */
  jobs: operatorProcedure.query(({ ctx }) => jobReport(ctx.billing, ctx.deps.settings)),
  /** The service keys of the settings, and when each was last used. */
  keys: operatorProcedure.query(({ ctx }) => listKeys(ctx.billing.database.pool, ctx.deps.settings.serviceKeys)),
  /** Users with several live subscriptions that a person must decide about. */
  duplicates: operatorProcedure.query(({ ctx }) => listReported(ctx.billing)),
  /** Money given back automatically, held or reported: open cases first. */
  moneyBack: operatorProcedure.query(({ ctx }) => listReturned(ctx.billing)),
  /** Keeps one of them, as its owner could. */
  keep: operatorProcedure
    .input(z.object({ userId: z.string().max(320), subscriptionId: z.string().max(200) }))
    .mutation(async ({ ctx, input }) => {
      await keepSubscription(ctx.billing, input);
      return listReported(ctx.billing);
    }),
  /** What a grant would change, and which bills it leaves as they are. */
  grantEffect: operatorProcedure
    .input(grantInput.omit({ reason: true }))
    .query(({ ctx, input: { userId, ...grant } }) => grantEffect(ctx.billing, userId, grant)),
  /** Grants a plan without a provider. */
  grant: operatorProcedure.input(grantInput.extend(naming)).mutation(async ({ ctx, input: { who, ...input } }) => {
    if (!isUserId(input.userId)) throw new AppError('invalid_body');
    const found = ctx.deps.settings.login ? [nameless(input.userId)] : await findUsers(ctx.billing, input.userId);
    heirAmong(found, { userId: input.userId, who });
    return grantPlan(ctx.billing, input, `operator ${ctx.user.id}`);
  }),
  /** Revokes a grant. */
  endGrant: operatorProcedure.input(revokeInput).mutation(async ({ ctx, input }) => {
    const grant = await revokeGrant(ctx.billing, input, `operator ${ctx.user.id}`);
    if (!grant) throw new AppError('not_found');
    return grant;
  }),
  /** Gives a user a customer of the active provider that is nobody's here; `refused`: why not. */
  link: operatorProcedure
    .input(linkInput)
    .mutation(async ({ ctx, input: { userId, who, providerCustomerId, reason } }) => {
      const { email } = heirAmong(await findUsers(ctx.billing, userId), { userId, who });
      const to = { id: userId, email: email ?? '' };
      return orRefused(linkCustomer(ctx.billing, { providerCustomerId, to, reason, actor: ctx.user.id }));
    }),
  /** Makes the customer of a link nobody's again, with everything of it. */
  undoLink: operatorProcedure
    .input(z.object({ auditId: ledgerId, reason }))
    .mutation(({ ctx, input }) => orRefused(undoMove(ctx.billing, { ...input, actor: ctx.user.id }))),
  /** Trials of people who had one before, and the mark that shows it. */
  repeatedTrials: operatorProcedure.query(({ ctx }) => listRepeats(ctx.billing)),
  /** Accounts that bought under an address which another account proved since. */
  sharedAddresses: operatorProcedure.query(({ ctx }) => listShared(ctx.billing)),
  /** Open disputes, and upgrades whose charge was refunded. */
  returns: operatorProcedure.query(({ ctx }) => listOpenReturns(ctx.billing)),
  /** Cancellations and withdrawals that were asked for without signing in: open ones first. */
  requests: operatorProcedure.query(({ ctx }) => listRequests(ctx.billing)),
  /** Somebody has answered one. */
  closeRequest: operatorProcedure.input(z.object({ number: z.string().max(40) })).mutation(async ({ ctx, input }) => {
    await closeRequest(ctx.billing, input.number, `operator ${ctx.user.id}`);
    return listRequests(ctx.billing);
  }),
  drift: operatorProcedure.query(({ ctx }) => lastReconcile(ctx.billing)),
});
