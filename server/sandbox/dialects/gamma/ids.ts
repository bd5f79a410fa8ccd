import { createHash, randomUUID } from 'node:crypto';

/** All ids of this protocol are UUIDs, except those of products, which are the ids of the price list. */
export function newId(): string {
  return randomUUID();
}

/** Derives a stable UUID from a text, for objects whose id the core doesn't store. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

export const ORGANIZATION_ID = idOf('organization');
