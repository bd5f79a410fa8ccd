import type { Books } from '../../core/books.ts';

/** ISO 8601 with microseconds, the format of all times in this protocol; null stays null. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace('Z', '000Z');
}

const lastMicros = new WeakMap<Books, number>();

/** The company's time with microseconds; always later than that of the previous event. */
export function nextEventTime(company: Books): string {
  const last = lastMicros.get(company) ?? lastStored(company);
  const micros = Math.max(company.clock.now() * 1000, last + 1);
  lastMicros.set(company, micros);
  const rest = String(micros % 1000).padStart(3, '0');
  return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${rest}Z`);
}

function lastStored(company: Books): number {
  const event = company.store.all('events').at(-1);
  if (!event) return 0;
  const { timestamp } = JSON.parse(event.body) as { timestamp: string };
  return Date.parse(timestamp) * 1000 + Number(timestamp.slice(-4, -1));
}
