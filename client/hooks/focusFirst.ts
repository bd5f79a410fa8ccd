/** Takes the reader to the first field that has an error. */
export function focusFirst(form: HTMLFormElement, fields: readonly string[], errors: object): void {
  const first = fields.find((field) => Object.hasOwn(errors, field));
  if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
}
