import { type AccessView, currentAccess } from '../../access/currentAccess.ts';
import type { Billing, BillingUser } from '../../context.ts';
import { type LiveSubscriptions, listLive } from '../duplicates/listLive.ts';

/** What the organisation has that somebody acts in. */
export interface OrganisationView {
  id: string;
  access: Pick<AccessView, 'plan' | 'reason' | 'until' | 'seats' | 'covers'>;
  /** What it pays, for those who may write for it; null: its members don't see that. */
  billing: Pick<LiveSubscriptions, 'live' | 'awaited' | 'latest' | 'asked'> | null;
}

/** null: the user acts in none. */
export async function organisationOf(billing: Billing, user: BillingUser): Promise<OrganisationView | null> {
  const { memberOf: id, paysForIt } = user;
  if (id === undefined) return null;
  const [{ plan, reason, until, seats, covers }, own] = await Promise.all([
    currentAccess(billing, { id, email: '' }),
    paysForIt ? listLive(billing, asOrganisation(id, user)) : null,
  ]);
  const pays = own && { live: own.live, awaited: own.awaited, latest: own.latest, asked: own.asked };
  return { id, access: { plan, reason, until, seats, covers }, billing: pays };
}

/** As a call with `x-owner: org` acts; its address proves nothing. */
function asOrganisation(id: string, { scopes }: BillingUser): BillingUser {
  return { id, email: '', emailVerified: false, operator: false, scopes, isOrganisation: true };
}
