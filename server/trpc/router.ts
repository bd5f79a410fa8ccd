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
export type { ConflictReason } from '../billing/subscriptions/changes/conflicts.ts';
export type AppRouter = typeof appRouter;
