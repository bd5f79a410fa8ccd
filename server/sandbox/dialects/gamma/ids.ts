import { createHash } from 'node:crypto';
import { randomUuid, toUuid } from '../../core/random.ts';
import type { IdKind } from '../dialect.ts';

/** All ids of this protocol are UUIDs, except those of products, which are the ids of the price list. */
export function newId(_kind: IdKind, words?: string): string {
  return words === undefined ? randomUuid() : idOf(words);
}

/** Derives a stable UUID from a text, for objects whose id the core doesn't store. */
export function idOf(text: string): string {
  return toUuid(createHash('sha256').update(text).digest('hex'));
}

export const ORGANIZATION_ID = idOf('organization');
