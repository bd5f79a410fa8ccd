import { CALL_TIMEOUT_MS, type CallOptions } from './calls.ts';
import { fields } from './read.ts';
import { traceHeaders } from './trace.ts';

const MAX_ANSWER_BYTES = 5_000_000;

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: unknown;
  /** For the whole call, from connecting to the last byte. */
  timeoutMs?: number;
  /** The deadline of the operation that the call belongs to. */
  deadline?: Deadline;
  signal?: AbortSignal;
}

export interface Answer {
  json: unknown;
  /** The provider's clock: its `Date` header as ISO 8601, or null. */
  date: string | null;
}

interface Exchange {
  status: number;
  ok: boolean;
  headers: Headers;
  text: string;
}

/** Aborts when the operation's time is over, or after `mostMs` if that is sooner. */
export type Deadline = (mostMs?: number) => AbortSignal;

/** All calls of an operation together may take an eighth longer than one call, and so end within 10 seconds. */
export const operationMs = (timeoutMs: number): number => (timeoutMs * 9) / 8;

/** Begins an operation. */
export function startDeadline(timeoutMs = CALL_TIMEOUT_MS): Deadline {
  const end = performance.now() + operationMs(timeoutMs);
  return (mostMs = Number.POSITIVE_INFINITY) => {
    const left = Math.min(mostMs, Math.floor(end - performance.now()));
    if (left > 0) return AbortSignal.timeout(left);
    return AbortSignal.abort(new DOMException('The time of the operation is over', 'TimeoutError'));
  };
}

const DECLINED = /\bdeclined\b|\binsufficient[ _]funds\b/i;

/** A provider's refusal: its HTTP status, without the body (it may echo personal data). */
export class ProviderHttpError extends Error {
  readonly status: number;
  /** A card was declined, by the status or in the answer's words: not every provider has a status of its own for it. */
  readonly isDeclined: boolean;
  /** How long the provider asks us to wait before the next call, if it says. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, headers, text }: Omit<Exchange, 'ok'>, path: string) {
    super(`The provider answered ${status} to ${path}`);
    this.name = 'ProviderHttpError';
    this.status = status;
    this.isDeclined = status === 402 || (status < 500 && DECLINED.test(text));
    this.retryAfterMs = retryAfterIn(headers.get('retry-after'));
  }
}

/**
 * One JSON call to a provider: limited to `CALL_TIMEOUT_MS` or to what is left of its operation, redirects refused, no
 * retries. `base` may contain a path. Throws ProviderHttpError for a status of 300 or more, Error for everything else
 * (refused, cut off, slow, not JSON), and the signal's reason if the signal ended the call.
 */
export async function callJson(base: string, path: string, call: Call): Promise<Answer> {
  const answer = await exchange(`${base.replace(/\/+$/, '')}${path}`, call);
  if (!answer.ok) throw new ProviderHttpError(answer, path.split('?')[0] ?? path);
  return { json: answer.text === '' ? null : parse(answer.text), date: clockOf(answer.headers.get('date')) };
}

/** The provider's clock as ISO 8601, whatever else it answers; null: not given. Rejects if there is no answer. */
export async function fetchClock(base: string, { signal }: CallOptions = {}): Promise<string | null> {
  const { headers } = await exchange(base, { headers: {}, signal });
  return clockOf(headers.get('date'));
}

async function exchange(url: string, call: Call): Promise<Exchange> {
  const hasBody = call.body !== undefined;
  const { timeoutMs = CALL_TIMEOUT_MS, deadline = startDeadline(timeoutMs) } = call;
  const init: RequestInit = {
    method: call.method ?? 'GET',
    headers: { accept: 'application/json', ...(hasBody && { 'content-type': 'application/json' }), ...call.headers },
    body: hasBody ? JSON.stringify(call.body) : null,
    redirect: 'manual',
    signal: deadline(timeoutMs),
  };
  try {
    return await fetchText(url, init, call.signal);
  } catch (error) {
    call.signal?.throwIfAborted();
    throw new Error(`The provider could not be reached: ${reasonOf(error)}`);
  }
}

type Signal = AbortSignal | null | undefined;

async function fetchText(url: string | URL, init: RequestInit, ...others: Signal[]): Promise<Exchange> {
  const ending = firstOf(init.signal, ...others);
  try {
    const sent = new Headers([...new Headers(init.headers), ...Object.entries(traceHeaders())]);
    const response = await fetch(url, { ...init, headers: sent, signal: ending.signal });
    const { status, headers, ok } = response;
    return { status, headers, ok, text: await readLimited(response) };
  } finally {
    ending.release();
  }
}

/**
 * Aborts with the first of the signals. `AbortSignal.any` would retain every call that a long-lived signal was part of.
 */
function firstOf(...signals: Signal[]) {
  const first = new AbortController();
  const releases = signals.map((signal) => {
    const stop = () => first.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    return () => signal?.removeEventListener('abort', stop);
  });
  return { signal: first.signal, release: () => releases.forEach((release) => void release()) };
}

/**
 * A short code instead of the error itself, because fetch quotes header values, and so the secret key, in its messages.
 */
export function reasonOf(error: unknown): string {
  const { name, code, cause } = fields(error);
  const inner = fields(cause);
  const codes = [inner.code, inner.name, typeof code === 'string' ? code : name];
  return codes.find((value): value is string => typeof value === 'string') ?? 'unknown';
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    chunks.push(part.value);
    if (size <= MAX_ANSWER_BYTES) continue;
    await reader?.cancel();
    throw Object.assign(new Error(), { code: 'ANSWER_TOO_LONG' });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** JSON.parse quotes the text in its message, and the text may contain personal data. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw Object.assign(new Error('The provider answered something that is not JSON'), { code: 'NOT_JSON' });
  }
}

/** An HTTP `Date` as ISO 8601, or null if it is absent or invalid. */
export function clockOf(header: string | null | undefined): string | null {
  const milliseconds = Date.parse(header ?? '');
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/** A `Retry-After` header, in seconds or as a date, as milliseconds from now; undefined if it is absent or invalid. */
export function retryAfterIn(header: string | null | undefined): number | undefined {
  if (/^\d{1,6}$/.test(header ?? '')) return Number(header) * 1000;
  const milliseconds = Date.parse(header ?? '') - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** An identifier as one segment of a path. A segment of dots would reach another resource, however it is encoded. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new Error('Not an identifier of the provider');
  return encodeURIComponent(id);
}

/** The http(s) address in a field of an answer. Throws, with the answer's status, if there is none. */
export function addressIn(json: unknown, name: string): string {
  const address = fields(json)[name];
  if (typeof address === 'string' && /^https?:\/\//.test(address)) return address;
  throw Object.assign(new Error(`The provider answered without ${name}`), { status: 200 });
}

/** null for the provider's 404, or for another of these statuses. */
export async function orNullIfUnknown(answer: Promise<Answer>, statuses = [404]): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderHttpError && statuses.includes(error.status)) return null;
    throw error;
  }
}

/** Returns the refusal instead of rejecting, if the provider refused the request's content. */
export async function orRefusal(answer: Promise<Answer>): Promise<Answer | ProviderHttpError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderHttpError && [400, 409, 422].includes(error.status)) return error;
    throw error;
  }
}

/**
 * A `fetch` for a provider's own SDK, which puts `basePath` before the path. It rejects redirects, and bodies that are
 * not JSON objects: an SDK may take any status for success, or crash on a bare value. A call also ends with its signal
 * and with the deadline of its operation.
 */
export function fetchJson(basePath: string, { signal, deadline }: Pick<Call, 'signal' | 'deadline'>) {
  return async (address: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(address));
    url.pathname = `${basePath.replace(/\/+$/, '')}${url.pathname}`;
    const { status, headers, ok, text } = await fetchText(url, { ...init, redirect: 'manual' }, signal, deadline?.());
    const json = text.trimStart().startsWith('{') ? fields(parse(text)) : undefined;
    if (!json || !(ok || json.error)) throw Object.assign(new Error(), { code: `HTTP_${status}` });
    return new Response(text, { status, headers });
  };
}
