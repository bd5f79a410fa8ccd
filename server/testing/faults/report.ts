/** What a scenario found: figures to print, and every way in which the promise was broken. */
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
  /** The version of a few seconds that runs with the unit tests. */
  short: boolean;
  /** How long the scenarios last that are about endurance; absent: their own length. */
  minutes?: number;
  /** Rows of the ledger, where a scenario is about size; absent: its own number. */
  rows?: number;
}

const SHOWN = 12;

export function printReport(name: string, { figures, broken }: Report): void {
  const words = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  console.info(`${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${name}: ${words.join(' · ')}`);
  for (const line of broken.slice(0, SHOWN)) console.info(`          ${line}`);
  if (broken.length > SHOWN) console.info(`          … and ${broken.length - SHOWN} more`);
}

/** `value` of the sorted numbers at a share from 0 to 1; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
