import type { Billing } from '../context.ts';
import type { Access } from './access.ts';
import { decideHeld } from './decideAccess.ts';
import { type Holder, readHeld } from './readSources.ts';
import { hadByOthers } from './trials/isTrialAvailable.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free` and for access without an end. */
  until: string | null;
  trialAvailable: boolean;
  /** When this was computed, ISO 8601. */
  asOf: string;
}

/**
 * A user's current access, from everything that the user and the user's current organisation have at every provider.
 */
export async function currentAccess(billing: Billing, user: Holder & { email: string }): Promise<AccessView> {
  const { database, plans, now } = billing;
  const held = await readHeld(database.pool, user);
  const at = now();
  const { plan, until, reason, seats } = decideHeld(plans, held, at);
  const view = { plan, reason, seats, until: until?.toISOString() ?? null, asOf: at.toISOString() };
  const isFirst = (held[0] ?? []).every(({ kind }) => kind !== 'subscription');
  return { ...view, trialAvailable: isFirst && !(await hadByOthers(billing, user)) };
}
