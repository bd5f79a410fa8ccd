import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { type Access, decideAccess } from './access.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free`. */
  until: string | null;
  trialAvailable: boolean;
}

/** What a user may use now, from all of the user's subscriptions at every provider. */
export async function currentAccess({ database, plans }: Billing, userId: string): Promise<AccessView> {
  const subscriptions = await readSubscriptions(database.pool, userId);
  const { plan, until, reason } = decideAccess(plans, subscriptions, new Date());
  return { plan, reason, until: until?.toISOString() ?? null, trialAvailable: subscriptions.length === 0 };
}
