import type { SelectHTMLAttributes } from 'react';
import classes from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface SelectFieldProps
  extends Pick<FieldProps, 'label'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children'> {
  /** As words that one can press. */
  plain?: boolean;
  options: readonly { value: string; label: string }[];
}

/** The browser's own list of choices. */
export function SelectField({ label, plain, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} plain={plain}>
      {(attributes) => (
        <span className={classes.inner}>
          <select {...select} {...attributes}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <span className={classes.chevron}>
            <Icon name="chevron" size={12} />
          </span>
        </span>
      )}
    </Field>
  );
}
