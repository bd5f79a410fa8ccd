import { scaleOf, toMinorUnits } from './money.ts';
import { FREE_PLAN, type PlanEntry, planEntry, UNKNOWN_PLAN } from './planFile.ts';

export interface Problem {
  path: string[];
  message: string;
  /** The name is wrong, not the value. */
  isName?: boolean;
}

type Named = PlanEntry & { name: string };

/** Checks across the parts of a plans file that no schema can express. Malformed parts are skipped. */
export function checkPlans(value: unknown): Problem[] {
  const { plans, features, compare, currency } = fieldsOf(value);
  const entries = Object.entries(fieldsOf(plans)).flatMap(([name, entry]): Named[] => {
    const read = planEntry.safeParse(entry);
    return read.success ? [{ ...read.data, name }] : [];
  });
  return [
    ...checkFree(fieldsOf(plans), entries),
    ...checkTogether(entries),
    ...checkCompared(compare, fieldsOf(features)),
    ...entries.flatMap((plan) => [
      ...checkSeats(plan),
      ...checkFeatures(plan, fieldsOf(features)),
      ...(typeof currency === 'string' ? checkAmounts(plan, currency) : []),
    ]),
  ];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const problem = (path: string[], message: string): Problem => ({ path, message });

function checkFree(plans: Record<string, unknown>, entries: Named[]): Problem[] {
  const free = entries.find(({ name }) => name === FREE_PLAN);
  const others = entries.filter(({ name }) => name !== FREE_PLAN);
  const lower = others.filter(({ rank }) => free && rank < free.rank);
  return [
    ...(FREE_PLAN in plans ? [] : [problem(['plans'], `lacks the plan ${FREE_PLAN}, which every user has`)]),
    ...(UNKNOWN_PLAN in plans
      ? [problem(['plans', UNKNOWN_PLAN], 'is not a plan name: it means an unknown plan')]
      : []),
    ...(free && Object.keys(free.prices).length > 0
      ? [problem(['plans', FREE_PLAN, 'prices'], 'must not be there: this plan is never sold')]
      : []),
    ...lower.map(({ name }) => problem(['plans', name, 'rank'], `must be above that of ${FREE_PLAN}`)),
    ...(others.some(({ sold }) => sold) || others.length < Object.keys(plans).length - 1
      ? []
      : [problem(['plans'], 'has no plan on sale')]),
  ];
}

function checkTogether(entries: Named[]): Problem[] {
  const same = entries.filter(({ rank }, index) => entries.findIndex((other) => other.rank === rank) < index);
  const popular = entries.filter((plan) => plan.popular).slice(1);
  return [
    ...same.map(({ name }) => problem(['plans', name, 'rank'], 'is also another plan’s: ranks must differ')),
    ...popular.map(({ name }) => problem(['plans', name, 'popular'], 'is already set for another plan')),
  ];
}

function checkSeats({ name, seats: { min, max } }: Named): Problem[] {
  return max === 'unlimited' || max >= min ? [] : [problem(['plans', name, 'seats', 'max'], `must be at least ${min}`)];
}

function checkFeatures({ name, features }: Named, texts: Record<string, unknown>): Problem[] {
  const unnamed = Object.keys(features).filter((feature) => !Object.hasOwn(texts, feature));
  return unnamed.map((feature) => problem(['plans', name, 'features', feature], 'has no texts under features'));
}

function checkCompared(compare: unknown, texts: Record<string, unknown>): Problem[] {
  const named = Array.isArray(compare) ? compare.flatMap((row: unknown) => fieldsOf(row).features ?? []) : [];
  const unknown = named.filter((feature) => !Object.hasOwn(texts, String(feature)));
  return unknown.map((feature) => problem(['compare'], `names ${feature}, which has no texts under features`));
}

function checkAmounts({ name, prices }: Named, currency: string): Problem[] {
  const odd = Object.entries(prices).filter(([, amount]) => toMinorUnits(amount, currency) === undefined);
  return odd.map(([interval]) =>
    problem(['plans', name, 'prices', interval], `has more than the ${scaleOf(currency)} decimals of ${currency}`),
  );
}
