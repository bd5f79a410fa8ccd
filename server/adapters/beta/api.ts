import type { CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { type Answer, callJson } from '../http.ts';

export const API_URL = 'https://api.creem.io';

export type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Answer>;

/** Calls of Creem's HTTP API with our key. */
export function connect({ secretKey, apiUrl = API_URL, timeoutMs }: AdapterOptions) {
  const headers = { 'x-api-key': secretKey };
  return ({ signal }: CallOptions = {}): Send =>
    (method, path, body) =>
      callJson(apiUrl, path, { method, headers, body, signal, timeoutMs });
}
