import { useLive } from '../../../hooks/useLive.ts';
import { useText } from '../../../text/useText.tsx';
import type { PlanView } from '../../../trpc.ts';
import { mostSeats } from '../../../views/seats.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import classes from './SeatChoice.module.css';

interface SeatChoiceProps {
  plan: PlanView;
  seats: number;
  /** For all of them, with the period. */
  price: string;
  disabled?: boolean;
  onChange(seats: number): void;
}

/** How many seats, and what they cost together; a screen reader is told of the new price. */
export function SeatChoice({ plan, seats, price, disabled, onChange }: SeatChoiceProps) {
  const { copy, said } = useText();
  const { name } = said(plan.texts);
  const texts = copy.seats;
  const [min, max] = [plan.seats.min, mostSeats(plan)];
  return (
    <div className={classes.choice}>
      <Stepper
        label={texts.label}
        fewer={texts.fewer(name)}
        more={texts.more(name)}
        bounds={texts.bounds(min, max)}
        value={seats}
        min={min}
        max={max}
        disabled={disabled}
        onChange={onChange}
      />
      <output className={classes.total} data-live={useLive()}>
        <span key={price}>{texts.total(seats, price)}</span>
      </output>
    </div>
  );
}
