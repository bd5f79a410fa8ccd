import type { Remark } from './remarks.ts';

/** Tolerant readers: a value of the wrong shape counts as absent (undefined), never as an exception. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that PostgreSQL accepts: no NUL, no lone surrogate, not blank, at most `limit` characters. */
export function text(value: unknown, limit = 500): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = toStorable(value).trim();
  return clean === '' || clean.length > limit ? undefined : clean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what must go
const NUL = /\u0000/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** `value` without characters that PostgreSQL's text type refuses. */
export function toStorable(value: string): string {
  return value.replace(NUL, '').replace(LONE_SURROGATE, '\ufffd');
}

/** A match key: an identifier exactly as sent, or undefined if it can't be stored unchanged. */
export function key(value: unknown): string | undefined {
  const clean = text(value, 255);
  return clean === value ? clean : undefined;
}

/** The key of an object that is sent either expanded or as its id only. */
export function idOf(value: unknown): string | undefined {
  return key(value) ?? key(fields(value).id);
}

export function integer(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function boolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A lower-case ISO 4217 code. */
export function currency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toLowerCase() : undefined;
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);

function isoOf(milliseconds: number): string | undefined {
  const usable = milliseconds >= EARLIEST && milliseconds < LATEST;
  return usable ? new Date(milliseconds).toISOString() : undefined;
}

/** Unix seconds to ISO 8601. */
export function fromSeconds(value: unknown): string | undefined {
  return typeof value === 'number' ? isoOf(Math.round(value * 1000)) : undefined;
}

/** Unix milliseconds to ISO 8601. */
export function fromMilliseconds(value: unknown): string | undefined {
  return typeof value === 'number' ? isoOf(Math.round(value)) : undefined;
}

const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/;

/** ISO 8601 text (UTC if it has no zone) to ISO 8601 in UTC, keeping up to six decimals. */
export function fromIso(value: unknown): string | undefined {
  const match = typeof value === 'string' ? ISO.exec(value) : null;
  if (!match || !isCalendarDate(match[0].slice(0, 10))) return undefined;
  const parsed = isoOf(Date.parse(match[2] ? match[0] : `${match[0]}Z`));
  const decimals = (match[1] ?? '').slice(0, 6);
  return decimals.length > 3 ? parsed?.replace(/\.\d{3}Z$/, `.${decimals}Z`) : parsed;
}

/** Date.parse reads February 30th as March 1st. */
function isCalendarDate(date: string): boolean {
  return isoOf(Date.parse(`${date}T00:00:00Z`))?.startsWith(date) ?? false;
}

/** An address that a page may link to. */
export function webAddress(value: unknown): string | undefined {
  const address = text(value, 2000);
  return address && /^https?:\/\//.test(address) ? address : undefined;
}

/** The first defined value of several. */
export function first<T>(...values: (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

/** null if the field is present and null, else the result of `read`. */
export function orNull<T>(value: unknown, read: (value: unknown) => T | undefined): T | null | undefined {
  return value === null ? null : read(value);
}

/** Reads one field by its name; a value that is present but unusable is skipped with a warning. */
export function reader(source: Fields, warnings: Remark[]) {
  return <T>(name: string, read: (value: unknown) => T | undefined): T | undefined => {
    const value = source[name];
    const result = read(value);
    if (result === undefined && value !== undefined && value !== null) warnings.push(`unusable ${name}`);
    return result;
  };
}

/** The user of a provider's object: by the external id, which is immutable once set, else by metadata. */
export function statedUserIdOf(customer: unknown): string | undefined {
  const { external_id, metadata } = fields(customer);
  return key(external_id) ?? key(fields(metadata).userId);
}

/** Metadata: only flat values, as PostgreSQL accepts them. */
export function toMetadata(value: unknown): Record<string, unknown> | undefined {
  if (!isFields(value)) return undefined;
  const usable = Object.entries(value).filter(([, entry]) => ['string', 'number', 'boolean'].includes(typeof entry));
  return Object.fromEntries(
    usable.map(([name, entry]) => [toStorable(name), typeof entry === 'string' ? toStorable(entry) : entry]),
  );
}
