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

const HOUR_MS = 3_600_000;

/** Of the longest tests each landing plays one provider, in turn by the hour; with `PROVIDERS=all` every one. */
export function providersInTurn(): ProviderName[] {
  if (process.env.PROVIDERS === 'all') return [...providerNames];
  const turn = Math.floor(Date.now() / HOUR_MS) % providerNames.length;
  return providerNames.filter((_, index) => index === turn);
}

/** A number of the environment, for runs by hand. */
export const givenNumber = (name: string, usual: number): number => Number(process.env[name] ?? usual);
