import type { Report, RunOptions } from '../report.ts';

/** How many acts of each kind were done, and how many were refused because the moment was wrong. */
export interface Acted {
  done: Map<string, number>;
  refused: number;
}

interface Kinds extends RunOptions {
  kinds: readonly string[];
}

/** A whole run must have done each kind. */
export function reportActs(report: Report, { done }: Acted, { kinds, short, minutes }: Kinds): void {
  const missing = short || minutes ? [] : kinds.filter((kind) => !done.has(kind));
  if (missing.length > 0) report.broken.push(`never ${missing.join(', ')}`);
  report.figures.acts = [...done].map(([kind, times]) => `${times} ${kind}`).join(', ');
}
