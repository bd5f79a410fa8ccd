import type { PlanNames } from '../trpc.ts';

/**
 * A plan's name as people read it; undefined: nobody knows this plan. Until the names are here, and where they can't be
 * read, the plan's own word stands for it.
 */
export function planNameIn(
  names: PlanNames | undefined,
  plan: string,
  said: (texts: PlanNames[string]) => string,
): string | undefined {
  if (plan === 'unknown') return undefined;
  if (!names) return plan.charAt(0).toUpperCase() + plan.slice(1);
  const texts = Object.hasOwn(names, plan) ? names[plan] : undefined;
  return texts && said(texts);
}
