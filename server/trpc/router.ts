import { accessRouter } from './access.ts';
import { accountRouter } from './account.ts';
import { checkoutRouter } from './checkout.ts';
import { operatorRouter } from './operator.ts';
import { paymentsRouter } from './payments.ts';
import { plansRouter } from './plans.ts';
import { portalRouter } from './portal.ts';
import { requestsRouter } from './requests.ts';
import { sessionRouter } from './session.ts';
import { subscriptionRouter } from './subscription.ts';
import { router } from './trpc.ts';

/** The tRPC API: one router per subject. */
export const appRouter = router({
  session: sessionRouter,
  account: accountRouter,
  access: accessRouter,
  plans: plansRouter,
  checkout: checkoutRouter,
  subscription: subscriptionRouter,
  payments: paymentsRouter,
  portal: portalRouter,
  requests: requestsRouter,
  operator: operatorRouter,
});

export type { PasswordLimits } from '../auth/passwordLimits.ts';
export type { AccessReason } from '../billing/access/access.ts';
export type { LateReason } from '../billing/accounts/late/giveBack.ts';
export type { MoveSentence } from '../billing/accounts/move/moveCustomers.ts';
export type { StepOutcome, StepSentence } from '../billing/ledger/explain.ts';
export type { ReportReason } from '../billing/records/duplicate.ts';
export type { LedgerSentence } from '../billing/records/remark.ts';
export type { ConflictReason } from '../billing/subscriptions/changes/conflicts.ts';
export type { DriftClass, DriftSentence } from '../billing/sync/reconcile/drift.ts';
export type { StopSentence } from '../billing/sync/reconcile/endUnknown.ts';
export type AppRouter = typeof appRouter;
