import { z } from 'zod';
import { listOwnPlans } from '../../billing/checkout/listOwnPlans.ts';
import { listSubscriptions } from '../../billing/subscriptions/listSubscriptions.ts';
import { listPayments } from '../../billing/subscriptions/own/listPayments.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { handle } from '../handle.ts';
import { readBy } from './ofUser.ts';

const PAGE = 25;
const query = z.object({
  cursor: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
});

/** GET /api/payments/subscriptions. */
export function subscriptionsRoute(deps: Deps) {
  return readBy(deps, async ({ user, response }) => {
    response.json({ subscriptions: await listSubscriptions(deps.billing, user.id) });
  });
}

/** GET /api/payments/history: payments, newest first, a page at a time. */
export function historyRoute(deps: Deps) {
  return readBy(deps, async ({ user, request, response }) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) throw new AppError('invalid_query');
    const page = await listPayments(deps.billing, user.id, { cursor: asked.data.cursor, limit: PAGE });
    response.json({ payments: page.payments, cursor: page.nextCursor ?? null });
  });
}

/** GET /api/payments/plans: the catalogue, for everybody. */
export function plansRoute({ billing }: Deps) {
  return handle('internal', async (_request, response) => {
    response.json(listOwnPlans(billing));
  });
}
