import { type ProviderName, providerNames } from '../../adapters/index.ts';

/** The sample in fast tests; in slow tests, which run before a landing, the whole (or the rest without the sample). */
export function sampleOr<T>(sample: T, whole: T): T {
  return process.env.TEST_STOREY === 'slow' ? whole : sample;
}

/** The providers of a shared suite: one in the fast tests; of the others each landing plays one. */
export function providersHere(sample: ProviderName): ProviderName[] {
  return sampleOr([sample], inTurn(providerNames.filter((name) => name !== sample)));
}

const HOUR_MS = 3_600_000;

/** One of them, in turn by the hour; with `PROVIDERS=all` every one. */
function inTurn(names: readonly ProviderName[]): ProviderName[] {
  if (process.env.PROVIDERS === 'all') return [...names];
  const turn = Math.floor(Date.now() / HOUR_MS) % names.length;
  return names.filter((_, index) => index === turn);
}

/** Of the longest tests each landing plays one provider. */
export const providersInTurn = (): ProviderName[] => inTurn(providerNames);

/** A number of the environment, for runs by hand. */
export const givenNumber = (name: string, usual: number): number => Number(process.env[name] ?? usual);
