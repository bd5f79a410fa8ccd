import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { type Access, decideAccess } from './access.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free`. */
  until: string | null;
  trialAvailable: boolean;
  /** When this was so, ISO 8601. */
  asOf: string;
}

/** What a user may use now, from all of the user's subscriptions at every provider. */
export async function currentAccess({ database, plans, now }: Billing, userId: string): Promise<AccessView> {
  const subscriptions = await readSubscriptions(database.pool, userId);
  const at = now();
  const { plan, until, reason } = decideAccess(plans, subscriptions, at);
  const view = { plan, reason, until: until?.toISOString() ?? null, asOf: at.toISOString() };
  return { ...view, trialAvailable: subscriptions.length === 0 };
}
