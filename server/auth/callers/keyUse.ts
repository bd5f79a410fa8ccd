import type { Pool } from '../../database/client.ts';
import { readKeyUses, writeKeyUse } from '../../database/reads/keyUses.ts';
import { idOfKey, type ServiceKey } from './serviceKeys.ts';

const EVERY_MS = 60_000;

/** Records when each key was last used, to the minute. A failed write is retried with the next use. */
export function createKeyUse(pool: Pool, onFailure: (error: unknown) => void): (key: ServiceKey) => void {
  const written = new Map<string, number>();
  return (key) => {
    const id = idOfKey(key);
    const now = Date.now();
    if (now - (written.get(id) ?? 0) < EVERY_MS) return;
    written.set(id, now);
    writeKeyUse(pool, { id, name: key.name }).catch((error: unknown) => {
      written.delete(id);
      onFailure(error);
    });
  };
}

/** The operators' view of a key. */
export interface KeyView {
  name: string;
  /** The first digits of the key's SHA-256: they distinguish two keys with one name. */
  id: string;
  scopes: string[];
  /** ISO 8601, to the minute; null: never. */
  lastUsedAt: string | null;
}

/** The keys of the settings, and when any process last used each. */
export async function listKeys(pool: Pool, keys: readonly ServiceKey[]): Promise<KeyView[]> {
  const uses = keys.length > 0 ? await readKeyUses(pool) : new Map<string, Date>();
  return keys.map((key) => {
    const id = idOfKey(key);
    return { name: key.name, id, scopes: [...key.scopes], lastUsedAt: uses.get(id)?.toISOString() ?? null };
  });
}
