import type { CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { type Answer, callJson } from '../http.ts';

export const API_URL = 'https://api.polar.sh';
export const API_VERSION = '2026-10';

export type Send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Answer>;

/** Calls of Polar's HTTP API with our key. */
export function connect({ secretKey, apiUrl = API_URL, timeoutMs }: AdapterOptions) {
  const headers = { authorization: `Bearer ${secretKey}`, 'polar-version': API_VERSION };
  return ({ signal }: CallOptions = {}): Send =>
    (method, path, body) =>
      callJson(apiUrl, path, { method, headers, body, signal, timeoutMs });
}
