/* biome-ignore-all lint/a11y/noRedundantRoles: folding takes them from the elements */
import { useText } from '../../text/useText.tsx';
import type { PlanList, PlanView } from '../../trpc.ts';
import { comparedRows } from '../../views/comparison.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './PlanComparison.module.css';

interface PlanComparisonProps {
  /** In the order of their columns. */
  shown: PlanView[];
  list: Pick<PlanList, 'plans' | 'compare'>;
  /** The plans stand above, out of sight: their names lead to them, and to their buttons. */
  isFolded: boolean;
}

/** What each plan has, once, below its column. */
export function PlanComparison({ shown, list, isFolded }: PlanComparisonProps) {
  const { copy, said } = useText();
  const rows = comparedRows(shown, list).map(({ key, name, cells }) => ({
    key,
    name: said<string>(name),
    cells: cells.map((cell) => (typeof cell === 'boolean' ? cell : said<string>(cell))),
  }));
  const seats = { key: '', name: copy.seats.label, cells: shown.map((plan) => copy.plans.seats(plan.seats.max)) };
  return (
    <table role="table" className={classes.table}>
      <caption>{copy.plans.compare}</caption>
      <colgroup>
        <col />
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell" />
          {shown.map((plan) => (
            <th key={plan.name} role="columnheader" scope="col">
              {isFolded ? <a href={`#plan-${plan.name}`}>{said(plan.texts).name}</a> : said(plan.texts).name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {[seats, ...rows].map(({ key, name, cells }) => (
          <tr key={key} role="row">
            <th role="rowheader" scope="row">
              {name}
            </th>
            {cells.map((cell, at) => (
              <td key={shown[at]?.name} role="cell">
                {typeof cell === 'boolean' ? <Mark has={cell} /> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mark({ has }: { has: boolean }) {
  const { copy } = useText();
  return (
    <>
      {has ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{has ? copy.plans.included : copy.plans.notIncluded}</span>
    </>
  );
}
