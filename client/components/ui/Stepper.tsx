import { useId, useRef, useState } from 'react';
import { useEarly } from '../../hooks/useEarly.ts';
import { useTaken } from '../../known.ts';
import { Icon } from './Icon.tsx';
import classes from './Stepper.module.css';

interface StepperProps {
  label: string;
  /** What the two buttons are called. */
  fewer: string;
  more: string;
  /** Said while what was typed is out of bounds. */
  bounds: string;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange(value: number): void;
}

/** A whole number between two buttons; it can also be typed, or moved with the arrow keys. */
export function Stepper({ label, fewer, more, bounds, value, min, max, disabled = false, onChange }: StepperProps) {
  const id = useId();
  // What is typed is not yet a number that can be used.
  const [draft, setDraft] = useState<string | null>(null);
  const isUsable = (wanted: number) => Number.isInteger(wanted) && wanted >= min && wanted <= max;
  const isOdd = draft !== null && !isUsable(Number(draft));
  const type = (text: string) => {
    setDraft(text);
    if (text !== '' && isUsable(Number(text))) onChange(Number(text));
  };
  const input = useRef<HTMLInputElement>(null);
  useEarly(() => input.current?.value !== String(value) && type(input.current?.value ?? ''));
  // Buttons do nothing before the page's scripts are there.
  const isResting = useTaken() !== null || disabled;
  const step = (by: number) => {
    setDraft(null);
    onChange(Math.min(max, Math.max(min, value + by)));
  };
  return (
    <div className={classes.stepper}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.control}>
        <StepButton name={fewer} icon="minus" disabled={isResting || value <= min} onClick={() => step(-1)} />
        <input
          ref={input}
          id={id}
          className={classes.input}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={draft ?? value}
          disabled={disabled}
          aria-invalid={isOdd || undefined}
          aria-describedby={isOdd ? `${id}-bounds` : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setDraft(null)}
        />
        <StepButton name={more} icon="plus" disabled={isResting || value >= max} onClick={() => step(1)} />
      </div>
      {isOdd && (
        <p id={`${id}-bounds`} className={classes.hint}>
          {bounds}
        </p>
      )}
    </div>
  );
}

interface StepButtonProps {
  name: string;
  icon: 'minus' | 'plus';
  disabled: boolean;
  onClick(): void;
}

function StepButton({ name, icon, disabled, onClick }: StepButtonProps) {
  return (
    <button type="button" className={classes.button} aria-label={name} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
