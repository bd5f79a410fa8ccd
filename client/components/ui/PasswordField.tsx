import { useState } from 'react';
import { usePageText } from '../../text/usePageText.ts';
import classes from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface PasswordFieldProps extends FieldProps {
  name: string;
  autoComplete: 'current-password' | 'new-password';
}

/** Can be shown as it is typed, and pasted into. */
export function PasswordField({ label, description, error, name, autoComplete }: PasswordFieldProps) {
  const { copy } = usePageText();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} description={description} error={error}>
      {(attributes) => (
        <span className={classes.inner}>
          <input {...attributes} name={name} autoComplete={autoComplete} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className={classes.toggle}
            aria-label={copy.account.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'hidden' : 'seen'} size={18} />
          </button>
        </span>
      )}
    </Field>
  );
}
