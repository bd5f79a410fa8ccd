import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { CALL_TIMEOUT_MS, type CallOptions } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { clockOf, fetchJson, reasonOf, retryAfterIn, segment } from '../http.ts';
import { type Fields, fields } from '../read.ts';

export const API_URL = 'https://api.stripe.com';

/** Where an operation makes two calls, each of them gets this, so that both end within 10 seconds. */
export function halfTime(stripe: Stripe) {
  return { timeout: Math.round((stripe.getApiField('timeout') * 9) / 16) };
}

/** The SDK takes no signal with a call, so its `fetch` finds it here. */
const callSignal = new AsyncLocalStorage<AbortSignal | undefined>();

/** The SDK encodes ids, but lets dots alone climb to another resource. */
export function resourceId(id: string): string {
  segment(id);
  return id;
}

/** The answer as it was on the wire: the SDK puts objects in place of decimal strings. */
export function wireFields(answer: object): Fields {
  return fields(JSON.parse(JSON.stringify(answer)));
}

export function readAtOf(answer: Stripe.Response<object>): string | null {
  return clockOf(new Headers(answer.lastResponse.headers).get('date'));
}

export function orNullIfUnknown<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  });
}

/** Stripe's errors hold headers, bodies and personal data; what identifies the refusal is kept. */
export async function safely<T>(work: () => Promise<T>, { signal }: CallOptions = {}): Promise<T> {
  try {
    return await callSignal.run(signal, work);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const retryAfterMs = retryAfterIn(error.headers?.['retry-after']);
    throw Object.assign(new Error(messageOf(error)), { status: error.statusCode, retryAfterMs });
  }
}

function messageOf(error: Stripe.errors.StripeError): string {
  if (!error.statusCode) return `The provider could not be reached: ${reasonOf(error.detail)}`;
  const words = [error.code, error.param, error.requestId].filter((word) => /^[\w.[\]-]{1,80}$/.test(word ?? ''));
  return `The provider answered ${error.statusCode} ${words.join(' ')}`.trim();
}

/** The official client; `apiUrl` may hold a path. One attempt: a user is waiting, and can click again. */
export function createStripe({ secretKey, apiUrl = API_URL, timeoutMs = CALL_TIMEOUT_MS }: AdapterOptions): Stripe {
  const base = new URL(apiUrl);
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    host: base.hostname,
    port: base.port || (protocol === 'http' ? 80 : 443),
    protocol,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchJson(base.pathname, () => callSignal.getStore())),
  });
}
