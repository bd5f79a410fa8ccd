import type { Billing, BillingUser } from '../context.ts';
import type { Access } from './access.ts';
import { decideAccess } from './decideAccess.ts';
import { readSources } from './readSources.ts';
import { hadByOthers } from './trials/isTrialAvailable.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free`, and where there is no end. */
  until: string | null;
  trialAvailable: boolean;
  /** When this was so, ISO 8601. */
  asOf: string;
}

/** What a user may use now, from all of the user's subscriptions at every provider. */
export async function currentAccess(billing: Billing, user: Pick<BillingUser, 'id' | 'email'>): Promise<AccessView> {
  const { database, plans, now } = billing;
  const sources = await readSources(database.pool, user.id);
  const at = now();
  const { plan, until, reason, seats } = decideAccess(plans, sources, at);
  const view = { plan, reason, seats, until: until?.toISOString() ?? null, asOf: at.toISOString() };
  const isFirst = sources.every(({ kind }) => kind !== 'subscription');
  return { ...view, trialAvailable: isFirst && !(await hadByOthers(billing, user)) };
}
