import { useRef } from 'react';
import { useEarly } from '../../hooks/useEarly.ts';
import { useText } from '../../text/useText.tsx';
import type { Interval, PlanView } from '../../trpc.ts';
import { offeredIntervals } from '../../views/offeredIntervals.ts';
import classes from './IntervalChoice.module.css';

interface IntervalChoiceProps {
  /** Absent while they load: then the usual ones are shown. */
  plans: PlanView[] | undefined;
  value: Interval;
  onChange(interval: Interval): void;
}

const USUAL: Interval[] = ['month', 'year', 'one_time'];

/** Nothing where there is nothing to choose. */
export function IntervalChoice({ plans, value, onChange }: IntervalChoiceProps) {
  const { copy } = useText();
  const options = useRef<HTMLDivElement>(null);
  useEarly(() => {
    const early = options.current?.querySelector<HTMLInputElement>(':checked')?.value;
    if (early && early !== value) onChange(early as Interval);
  });
  const offered = plans ? offeredIntervals(plans) : USUAL;
  if (offered.length < 2) return null;
  return (
    <div className={classes.group} role="radiogroup" aria-labelledby="interval-label">
      <p id="interval-label" className={classes.legend}>
        {copy.plans.interval}
      </p>
      <div ref={options} className={classes.options}>
        {offered.map((interval) => (
          <label key={interval} className={classes.option} data-loading={!plans || undefined}>
            <input
              type="radio"
              name="interval"
              value={interval}
              checked={interval === value}
              onChange={() => onChange(interval)}
            />
            <span>{copy.plans.intervals[interval]}</span>
            {interval === 'year' && <Saving plans={plans} />}
          </label>
        ))}
      </div>
    </div>
  );
}

/** The same saving for every plan is said as it is, different ones as the greatest; unseen, it keeps its place while loading. */
function Saving({ plans }: { plans: PlanView[] | undefined }) {
  const { copy, format } = useText();
  if (!plans) return <span className={classes.saving}>{copy.plans.save(format.percent(99))}</span>;
  const savings = plans.flatMap(({ yearlySavingPercent }) => yearlySavingPercent ?? []);
  const most = Math.max(0, ...savings);
  if (most <= 0) return null;
  const percent = format.percent(most);
  const text = savings.every((saving) => saving === most) ? copy.plans.save(percent) : copy.plans.saveUpTo(percent);
  return <span className={classes.saving}>{text}</span>;
}
