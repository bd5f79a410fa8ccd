import { type ProviderName, providerNames } from '../../adapters/index.ts';

/** A sample in the fast storey; in the slow one, which decides landing, the whole of it (or all that the sample leaves out). */
export function sampleOr<T>(sample: T, whole: T): T {
  return process.env.TEST_STOREY === 'slow' ? whole : sample;
}

/** Of a suite that every provider passes alike: one in the fast storey, the others in the slow one. */
export function providersHere(sample: ProviderName): ProviderName[] {
  return sampleOr(
    [sample],
    providerNames.filter((name) => name !== sample),
  );
}
