import type { Billing } from '../context.ts';
import type { Access } from './access.ts';
import { decideAccess } from './decideAccess.ts';
import { readSources } from './readSources.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free`, and where there is no end. */
  until: string | null;
  trialAvailable: boolean;
  /** When this was so, ISO 8601. */
  asOf: string;
}

/** What a user may use now, from all of the user's subscriptions at every provider. */
export async function currentAccess({ database, plans, now }: Billing, userId: string): Promise<AccessView> {
  const sources = await readSources(database.pool, userId);
  const at = now();
  const { plan, until, reason, seats } = decideAccess(plans, sources, at);
  const view = { plan, reason, seats, until: until?.toISOString() ?? null, asOf: at.toISOString() };
  return { ...view, trialAvailable: sources.every(({ kind }) => kind !== 'subscription') };
}
