declare const instant: unique symbol;

/**
 * A point in time with microseconds, as `2026-01-05T12:00:00.000000Z`. The length is fixed, so that `<` and `===`
 * compare times; a `Date` would lose the microseconds of PostgreSQL and the providers.
 */
export type Instant = string & { readonly [instant]: true };

const MICROSECONDS = '.000000';
const UTC_OFFSETS = ['Z', '+00:00'];

/** From ISO 8601 with a zone, as providers and PostgreSQL's JSON write it. PostgreSQL's `infinity` stays as it is. */
export function toInstant(text: string): Instant {
  const offset = UTC_OFFSETS.find((zone) => text.endsWith(zone));
  const isPlain = offset !== undefined && text[10] === 'T' && text.length - offset.length <= 26;
  return (isPlain ? padded(text.slice(0, -offset.length)) : converted(text)) as Instant;
}

function padded(withoutZone: string): string {
  const fraction = withoutZone.slice(19) || '.';
  return `${withoutZone.slice(0, 19)}${fraction}${MICROSECONDS.slice(fraction.length)}Z`;
}

function converted(text: string): string {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return text;
  const decimals = /\.(\d+)/.exec(text)?.[1]?.slice(0, 6) ?? '';
  return padded(new Date(milliseconds).toISOString().slice(0, 19) + (decimals && `.${decimals}`));
}

export function plusSeconds(at: Instant, seconds: number): Instant {
  return moved(at, (date) => new Date(date.getTime() + seconds * 1_000));
}

export function plusMicroseconds(at: Instant, microseconds: number): Instant {
  const micros = Number(at.slice(23, 26)) + microseconds;
  const moved = new Date(Date.parse(`${at.slice(0, 23)}Z`) + Math.floor(micros / 1_000));
  const rest = ((micros % 1_000) + 1_000) % 1_000;
  return `${moved.toISOString().slice(0, 23)}${String(rest).padStart(3, '0')}Z` as Instant;
}

/** As PostgreSQL adds an interval: the last day of the month where the day doesn't exist. */
export function monthsAfter(at: Date, months: number): Date {
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== at.getUTCDate()) end.setUTCDate(0);
  return end;
}

export function plusMonths(at: Instant, months: number): Instant {
  return moved(at, (date) => monthsAfter(date, months));
}

/** What is below a millisecond stays. */
function moved(at: Instant, move: (date: Date) => Date): Instant {
  const date = move(new Date(`${at.slice(0, 23)}Z`));
  return `${date.toISOString().slice(0, 23)}${at.slice(23)}` as Instant;
}

/** The later of two times; null is no time. */
export function latest(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** The earlier of two times; null is no time. */
export function earliest(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
