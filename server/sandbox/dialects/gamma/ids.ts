import { createHash, randomUUID } from 'node:crypto';

/** Every id of this protocol is a UUID, except products': those are the ids of the price list. */
export function newId(): string {
  return randomUUID();
}

/** A UUID that stays the same for the same text, for what the core keeps no id of. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

export const ORGANIZATION_ID = idOf('organization');
