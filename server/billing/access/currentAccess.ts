import type { Billing } from '../context.ts';
import type { Access } from './access.ts';
import { type Holder, readHeld, timelinesOf } from './readTimelines.ts';
import { bestAt } from './timeline/timeline.ts';
import { hadByOthers } from './trials/isTrialAvailable.ts';

export interface AccessView extends Omit<Access, 'until' | 'endsAt'> {
  /** ISO 8601; null for `free` and for access without an end. */
  until: string | null;
  /** ISO 8601: when this changes by time alone, days of grace included; null: it does not. */
  endsAt: string | null;
  trialAvailable: boolean;
  /** When this was computed, ISO 8601. */
  asOf: string;
}

/**
 * A user's current access, from everything that the user and the user's current organisation have at every provider.
 */
export async function currentAccess(billing: Billing, user: Holder & { email: string }): Promise<AccessView> {
  const { plans, now } = billing;
  const held = await readHeld(billing, user);
  const at = now();
  const { until, endsAt, ...granted } = bestAt(plans, timelinesOf(billing, held), at);
  const ends = { until: until?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null };
  const view = { ...granted, ...ends, asOf: at.toISOString() };
  const isFirst = held[0]?.subscriptions.length === 0;
  return { ...view, trialAvailable: isFirst && !(await hadByOthers(billing, user)) };
}
