import { type Provider, providers } from '../events/wire.ts';

/** The result of a scenario: figures to print, and every violation of its promise. */
export interface Report {
  figures: Record<string, string | number>;
  broken: string[];
}

export interface Scenario {
  name: string;
  /** The promise in words. */
  promise: string;
  run(options: RunOptions): Promise<Report>;
}

export interface RunOptions {
  seed: number;
  /** The version of a few seconds that runs with the slow tests. */
  short: boolean;
  /** The duration of endurance scenarios; default: their own. */
  minutes?: number;
  /** Rows of the ledger in scenarios about size; default: their own number. */
  rows?: number;
  /** One provider alone, where each is played for itself; default: all, or in short one of them. */
  provider?: Provider;
  /** The first life of that scenario; default: 0. A multiple of 42 repeats what a whole run did from there on. */
  first?: number;
}

/** Of those that a scenario plays; the seed decides which one is played in short. */
export function chosenProviders(
  { provider, short, seed }: RunOptions,
  all: readonly Provider[] = providers,
): Provider[] {
  if (provider) return [provider];
  return short ? all.filter((_, index) => index === seed % all.length) : [...providers];
}

const SHOWN = 12;

export function printReport(name: string, { figures, broken }: Report): void {
  const words = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  console.info(`${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${name}: ${words.join(' · ')}`);
  for (const line of broken.slice(0, SHOWN)) console.info(`          ${line}`);
  if (broken.length > SHOWN) console.info(`          … and ${broken.length - SHOWN} more`);
}

/** The quantile at a share from 0 to 1, rounded; 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
