import { type ReactNode, useId } from 'react';
import classes from './Field.module.css';

/** What every kind of field is given. */
export interface FieldProps {
  label: string;
  /** Helps before anything is typed. */
  description?: string;
  /** What is wrong with what was typed. */
  error?: string;
}

interface FieldFrameProps extends FieldProps {
  children: (input: InputAttributes) => ReactNode;
  grows?: boolean;
  plain?: boolean;
}

interface InputAttributes {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label above an input, with its hint and its error below; screen readers are told of both. */
export function Field({ label, description, error, children, grows, plain }: FieldFrameProps) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [description && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={classes.field} data-grows={grows || undefined} data-plain={plain || undefined}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({
        id,
        className: classes.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {description && (
        <p id={hintId} className={classes.hint}>
          {description}
        </p>
      )}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
