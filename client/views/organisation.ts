import type { OrganisationView } from '../trpc.ts';
import { type Statement, statementOf } from './statement/statement.ts';

export interface OrganisationFacts {
  /** What its members can use; null: it has nothing. */
  used: string | null;
  /** Surely nothing: the providers were asked. */
  hasNothing: boolean;
  /** What it pays, and for how many seats; empty: nothing, or its members don't see it. */
  paid: { id: string; seats: number; currency: string; statement: Statement }[];
}

/** What members read of their organisation, and what those read who pay for it. */
export function organisationFacts({ access, billing }: OrganisationView, now: Date): OrganisationFacts {
  const all = billing ? [...billing.live, ...billing.awaited] : [];
  const account = {
    access: { ...access, owned: [], through: 'self' as const },
    asked: billing?.asked ?? false,
    now,
  };
  return {
    hasNothing: access.plan === 'free' && all.length === 0 && billing?.asked === true,
    used: access.plan === 'free' ? null : access.plan,
    paid: all.map((subscription) => ({
      id: subscription.id,
      seats: subscription.seats,
      currency: subscription.currency,
      statement: { ...statementOf(subscription, account), payer: 'organisation' },
    })),
  };
}
