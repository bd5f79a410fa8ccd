import type { StepContext } from '../reconcile/step.ts';
import type { ImportInput } from './importInput.ts';

export interface ImportContext extends StepContext {
  input: ImportInput;
  /** Owners that this process found, by the provider's customer id: a dry run records none. */
  owners: Map<string, string>;
}
