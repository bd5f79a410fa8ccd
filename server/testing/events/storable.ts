import fc from 'fast-check';

/**
 * Any character of Unicode. fast-check's own unit `binary` draws the same ones, but first lists all of them: half a
 * second in every process.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** The strings in a value, field names included, that PostgreSQL's text type refuses. */
export function unstorable(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || LONE_SURROGATE.test(value)) found.push(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      unstorable(name, found);
      unstorable(entry, found);
    }
  }
  return found;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Throws if anything in `value` can't be stored. Cheaper than an `expect` for each string of thousands of random
 * values.
 */
export function expectStorable(value: unknown): void {
  const [refused] = unstorable(value);
  if (refused !== undefined) throw new Error(`PostgreSQL would refuse ${JSON.stringify(refused).slice(0, 200)}`);
}
