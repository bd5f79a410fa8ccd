import { type Catalogue, paidPlan } from '../../plans/catalogue.ts';
import { UNKNOWN_PLAN } from '../../plans/planFile.ts';

export interface UnknownPlanSource {
  plan: string;
  grantedPlan: string | null;
  unknownSince: Date | null;
}

/**
 * The plan that stays granted, and until when, while the plan of the paid price is unknown (the plans file's
 * `unknown_plan_days`); undefined: none.
 */
export function keptPlan(catalogue: Catalogue, source: UnknownPlanSource): { plan: string; until: Date } | undefined {
  const { plan, grantedPlan, unknownSince } = source;
  if (plan !== UNKNOWN_PLAN || grantedPlan === null || unknownSince === null) return undefined;
  if (!paidPlan(catalogue, grantedPlan)) return undefined;
  return {
    plan: grantedPlan,
    until: new Date(unknownSince.getTime() + catalogue.access.unknown_plan_days * 86_400_000),
  };
}
