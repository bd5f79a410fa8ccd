import { z } from 'zod';

type Claims = Record<string, unknown>;

const MOST_NAME = 100;
const address = z.email().max(254);

/** One plain e-mail address; null: invalid. */
export function plainAddress(value: unknown): string | null {
  const read = address.safeParse(value);
  return read.success ? read.data : null;
}

/** The claim with exactly this name (names may look like URLs), else the one at the dotted path. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

/** Some logins send the string. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** `claim`: it is true. `claim=value`: it is that value, or a list that contains it. */
export function holds(claims: Claims, condition: string): boolean {
  const at = condition.lastIndexOf('=');
  if (at < 1) return isTrue(claimAt(claims, condition));
  const value = claimAt(claims, condition.slice(0, at));
  const wanted = condition.slice(at + 1);
  return oneOf(value, [wanted]);
}

/** Whether a claim is one of these strings, or a list that contains one. */
export function oneOf(value: unknown, wanted: readonly string[]): boolean {
  return wanted.some((word) => (Array.isArray(value) ? value.includes(word) : value === word));
}

export function displayName({ name }: Claims): string {
  return typeof name === 'string' ? name.slice(0, MOST_NAME) : '';
}
