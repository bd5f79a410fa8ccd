import type { CSSProperties } from 'react';
import { useText } from '../../text/useText.tsx';
import { columnsOf } from '../../views/statement/columns.ts';
import type { LinePoint } from '../../views/statement/points.ts';
import { sumOf } from '../../views/withTax.ts';
import classes from './Line.module.css';

const MOST_LYING = 4;

interface LineProps {
  label: string;
  points: readonly LinePoint[];
  now: Date;
  /** Small and always lying: two points, on a plan. */
  mini?: boolean;
}

/** Dated points on one line: lying where there is room, standing where there is not. */
export function Line({ label, points, now, mini }: LineProps) {
  if (points.length < 2) return null;
  return (
    <div className={classes.box}>
      <ol
        className={classes.line}
        // biome-ignore lint/a11y/noRedundantRoles: Safari takes it from lists without marks.
        role="list"
        aria-label={label}
        data-mini={mini || undefined}
        data-standing={points.length > MOST_LYING || undefined}
        style={mini ? undefined : ({ '--columns': columnsOf(points) } as CSSProperties)}
      >
        {points.map((point) => (
          <Point key={`${point.kind} ${point.at}`} point={point} now={now} />
        ))}
      </ol>
    </div>
  );
}

function Point({ point, now }: { point: LinePoint; now: Date }) {
  const { copy, format, planName } = useText();
  const { place, kind, at, money } = point;
  const texts = copy.line;
  return (
    <li
      className={classes.point}
      data-place={place}
      data-kind={kind}
      aria-current={place === 'now' ? (at ? 'date' : 'step') : undefined}
    >
      {at === null ? (
        <span className={classes.when}>{{ past: texts.done, now: texts.now, coming: texts.later }[place]}</span>
      ) : (
        <time className={classes.when} dateTime={at}>
          {place === 'now' ? texts.today : format.day(at, now)}
        </time>
      )}
      <span className={classes.what}>{whatOf()}</span>
      {money && <b className={classes.sum}>{sumOf(money, copy, format)}</b>}
    </li>
  );

  function whatOf(): string {
    if (point.place === 'past') return texts.past[point.kind];
    if (point.place === 'coming') {
      const name = point.plan === '' ? texts.yourPlan : planName(point.plan);
      return texts.coming[point.kind](
        point.kind === 'changes' && point.seats > 1 ? copy.seats.of(name, point.seats) : name,
      );
    }
    const { days, of } = point;
    if (point.kind === 'day') return texts.present.day(days ?? 1, of ?? 1);
    if (point.kind === 'left' || point.kind === 'owed')
      return days === null ? texts.present[`${point.kind}_open`] : texts.present[point.kind](days);
    return texts.present[point.kind];
  }
}
