import type { LinePoint } from './points.ts';

const DAY_MS = 86_400_000;

/** Of a grid: each point but the last has the room of its time until the next; without times all have the same. */
export function columnsOf(points: readonly Pick<LinePoint, 'at'>[]): string {
  const widths = points.slice(0, -1).map(({ at }, nth) => daysBetween(at, points[nth + 1]?.at ?? null));
  return [...widths.map((days) => `${days}fr`), 'auto'].join(' ');
}

function daysBetween(from: string | null, to: string | null): number {
  if (from === null || to === null) return 1;
  return Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
}
