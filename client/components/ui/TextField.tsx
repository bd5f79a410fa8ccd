import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className'> {
  /** Takes what room is left beside other fields. */
  grows?: boolean;
}

export function TextField({ label, description, error, grows, ...input }: TextFieldProps) {
  return (
    <Field label={label} description={description} error={error} grows={grows}>
      {(attributes) => <input {...input} {...attributes} />}
    </Field>
  );
}
