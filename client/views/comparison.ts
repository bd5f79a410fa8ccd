import type { PlanList, PlanView } from '../trpc.ts';

type Feature = PlanView['features'][number];
type Texts = Feature['texts'];

/** A row of the comparison: what it is about, and of each plan either words or whether the plan has it. */
export interface ComparedRow {
  key: string;
  name: Texts;
  cells: (Texts | boolean)[];
}

const ALL_OF = 'everything_in_';
/** The seats have a row of their own. */
const SEATS = 'unlimited_seats';

/** What each of the plans has, row by row. A plan with everything of another one has what that one has. */
export function comparedRows(shown: readonly PlanView[], { plans, compare }: Pick<PlanList, 'plans' | 'compare'>) {
  const had = shown.map((plan) => featuresOf(plan, plans));
  const all = had.flatMap((features) => [...features.values()]);
  const grouped = compare.flatMap(({ features }) => features);
  const alone = all.filter(({ key }, at) => !grouped.includes(key) && all.findIndex((one) => one.key === key) === at);
  const rows: ComparedRow[] = compare.map(({ features: keys, ...name }) => ({
    key: keys.join(),
    name,
    cells: had.map((features) => keys.flatMap((key) => features.get(key)?.texts ?? []).at(-1) ?? false),
  }));
  const singles = alone.map(({ key, texts, limit }): ComparedRow => {
    const cellOf = (feature: Feature | undefined) =>
      feature && limit !== null ? feature.texts : feature !== undefined;
    // The words of a limit are one plan's.
    const name = limit === null ? texts : { en: key.replaceAll('_', ' ') };
    return { key, name, cells: had.map((features) => cellOf(features.get(key))) };
  });
  return [...rows, ...singles].filter(({ cells }) => cells.some(Boolean));
}

function featuresOf({ name, features }: PlanView, plans: readonly PlanView[]): ReadonlyMap<string, Feature> {
  const own = features.filter(({ key }) => key !== SEATS && !key.startsWith(ALL_OF));
  const others = features.filter(({ key }) => key.startsWith(ALL_OF)).map(({ key }) => key.slice(ALL_OF.length));
  // Two may include each other.
  const rest = plans.filter((plan) => plan.name !== name);
  const inherited = rest.filter((plan) => others.includes(plan.name)).flatMap((plan) => [...featuresOf(plan, rest)]);
  return new Map([...inherited, ...own.map((feature): [string, Feature] => [feature.key, feature])]);
}
