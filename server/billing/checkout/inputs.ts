import { z } from 'zod';
import { checkoutIntervals } from '../../adapters/adapter.ts';
import { seatCount } from '../../plans/seats.ts';

/**
 * Body of a checkout request (the specification's, with our optional `interval` and `quantity`). The verb knows which
 * plans are sold.
 */
export const checkoutInput = z.object({
  plan: z.string(),
  interval: z.enum(checkoutIntervals).default('month'),
  quantity: seatCount.optional().describe('Seats; absent: the fewest that the plan is sold with'),
  successUrl: z.string().default('/dashboard?checkout=success'),
  cancelUrl: z.string().default('/dashboard?checkout=canceled'),
});
export type CheckoutRequest = z.output<typeof checkoutInput>;

/** The choice, as the pages of ours that a checkout may lead to read it. */
export function choiceQuery({ plan, interval, quantity }: Pick<CheckoutRequest, 'plan' | 'interval' | 'quantity'>) {
  const query = new URLSearchParams({ plan, interval });
  if (quantity !== undefined) query.set('seats', `${quantity}`);
  return query;
}

/** Body of a portal request. */
export const portalInput = z.object({ returnUrl: z.string().default('/dashboard') });
export type PortalRequest = z.output<typeof portalInput>;

/** The same of pages, where several may be managed. */
export const manageInput = portalInput.extend({ subscriptionId: z.string().min(1).max(200).optional() });
export type ManageRequest = z.output<typeof manageInput>;

/** The address that a customer gets at the provider instead of its owner's. */
export const addressInput = z.object({ email: z.email().max(254) });
