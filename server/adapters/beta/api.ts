import type { CallOptions, ProviderAccount } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { type Answer, callJson, startDeadline } from '../http.ts';

export const API_URL = 'https://api.creem.io';

type Mode = ProviderAccount['mode'];

const modes = new Map<unknown, Mode>([
  ['prod', 'live'],
  ['live', 'live'],
  ['test', 'test'],
]);
const modeOfHost = new Map<string, Mode>([
  ['api.creem.io', 'live'],
  ['test-api.creem.io', 'test'],
]);

/** Creem's names for an object's `mode`. */
export const modeIn = (mode: unknown): Mode => modes.get(mode) ?? null;

/** Taken from the key, or from the API address (docs.creem.io/getting-started/test-mode). */
export function modeOf({ secretKey, apiUrl = API_URL }: Pick<AdapterOptions, 'secretKey' | 'apiUrl'>) {
  const [, named] = /^creem_(test|live)_/.exec(secretKey) ?? [];
  return modeIn(named) ?? modeOfHost.get(new URL(apiUrl).hostname) ?? null;
}

export type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Answer>;

/** Calls of Creem's HTTP API with our key; the calls of one operation share a timeout. */
export function connect({ secretKey, apiUrl = API_URL, timeoutMs }: AdapterOptions) {
  const headers = { 'x-api-key': secretKey };
  return ({ signal }: CallOptions = {}): Send => {
    const deadline = startDeadline(timeoutMs);
    return (method, path, body) => callJson(apiUrl, path, { method, headers, body, signal, timeoutMs, deadline });
  };
}
