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

/** What an object's `mode` stands for. */
export const modeIn = (mode: unknown): Mode => modes.get(mode) ?? null;

/** The key says it, or the address that it is for (docs.creem.io/getting-started/test-mode). */
export function modeOf({ secretKey, apiUrl = API_URL }: Pick<AdapterOptions, 'secretKey' | 'apiUrl'>) {
  const [, named] = /^creem_(test|live)_/.exec(secretKey) ?? [];
  return modeIn(named) ?? modeOfHost.get(new URL(apiUrl).hostname) ?? null;
}

export type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Answer>;

/** Calls of Creem's HTTP API with our key: those of one operation, which share its time. */
export function connect({ secretKey, apiUrl = API_URL, timeoutMs }: AdapterOptions) {
  const headers = { 'x-api-key': secretKey };
  return ({ signal }: CallOptions = {}): Send => {
    const deadline = startDeadline(timeoutMs);
    return (method, path, body) => callJson(apiUrl, path, { method, headers, body, signal, timeoutMs, deadline });
  };
}
