import { useEffect, useRef } from 'react';

/** A form whose fields begin with what the address says: they say what a new address says, too, and keep the focus. */
export function useQueryForm(query: string) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields' own beginning follows the address
  useEffect(() => form.current?.reset(), [query]);
  return form;
}
