import { type ProviderName, providerNames } from '../../adapters/index.ts';

/** The sample in fast tests; in slow tests, which run before a landing, the whole (or the rest without the sample). */
export function sampleOr<T>(sample: T, whole: T): T {
  return process.env.TEST_STOREY === 'slow' ? whole : sample;
}

/** The providers of a shared suite: one in the fast tests, the others in the slow ones. */
export function providersHere(sample: ProviderName): ProviderName[] {
  return sampleOr(
    [sample],
    providerNames.filter((name) => name !== sample),
  );
}

/** A number of the environment, for runs by hand. */
export const givenNumber = (name: string, usual: number): number => Number(process.env[name] ?? usual);
