import { AsyncResource } from 'node:async_hooks';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

interface KeySetOptions {
  url: string;
  /** Reports that the keys could not be read. */
  onFailure(error: unknown): void;
  now?(): number;
  /** How long a call waits for the keys; concurrent calls share the wait. */
  patienceMs?: number;
}

const PATIENCE_MS = 3_000;
const FRESH_MS = 10 * 60_000;
/** Keys stay valid this long while the login is unavailable; keys that it revoked must not stay valid longer. */
const USABLE_MS = 24 * 3_600_000;
/** Anyone can invent a `kid`. */
const UNKNOWN_MS = 60_000;
const RETRY_MS = 5_000;

type Keys = ReturnType<typeof createLocalJWKSet>;

/**
 * A foreign login's public keys (JWKS), cached for ten minutes and then refreshed in the background. An unknown `kid`
 * refreshes them at once, at most once a minute. Rejects if there are none: the login was never reached, or not for a
 * day.
 */
export function createKeySet(options: KeySetOptions): JWTVerifyGetKey {
  const { url, onFailure, now = Date.now, patienceMs = PATIENCE_MS } = options;
  let keys: Keys | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let failure: unknown;

  async function read(): Promise<void> {
    triedAt = now();
    try {
      keys = createLocalJWKSet(await fetchKeys(url, patienceMs));
      readAt = now();
    } catch (error) {
      failure = error;
      onFailure(error);
    } finally {
      reading = null;
    }
  }
  /** For several callers at once: in the trace of none. */
  const readOnce = AsyncResource.bind(() => (reading ??= read()));
  const since = (time: number) => now() - time;

  async function current(): Promise<Keys> {
    if (!keys || since(readAt) >= USABLE_MS) {
      if (reading || since(triedAt) >= RETRY_MS) await readOnce();
    } else if (since(readAt) >= FRESH_MS && since(triedAt) >= UNKNOWN_MS) void readOnce();
    if (!keys || since(readAt) >= USABLE_MS)
      throw new Error('The keys of the login are not available', { cause: failure });
    return keys;
  }

  return async (header, token) => {
    const known = await current();
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (!reading && since(triedAt) < UNKNOWN_MS) throw error;
      await readOnce();
      return (keys ?? known)(header, token);
    }
  };
}

async function fetchKeys(url: string, patienceMs: number): Promise<JSONWebKeySet> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as JSONWebKeySet;
}
