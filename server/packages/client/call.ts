import type { ChangeConflict } from './generated/types.ts';

/** The part of `fetch` that this package uses. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export interface Request {
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON; absent: a GET. */
  body?: object;
  /** Gives up the call. */
  signal?: AbortSignal;
  /** Default: that of the connection. */
  timeoutMs?: number;
}

export interface Response {
  /** 2xx, or 304. */
  status: number;
  etag: string | null;
  body: unknown;
}

export type Call = (request: Request) => Promise<Response>;

interface Facts {
  message: string;
  status: number | null;
  conflict?: ChangeConflict['conflict'] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** The service refused a call, or did not answer. `message` is its text, such as `No customer found`. */
export class BillingError extends Error {
  /** The HTTP status; null: no answer came. */
  readonly status: number | null;
  /** Why a plan change is not possible, until when, and what to do instead (409). */
  readonly conflict: ChangeConflict['conflict'] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Names the call in the service's log. */
  readonly requestId: string | undefined;

  constructor({ message, status, conflict, retryAfterSeconds, requestId, cause }: Facts) {
    super(message, { cause });
    this.name = 'BillingError';
    this.status = status;
    this.conflict = conflict;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }

  /** Another try may succeed: no answer, overload, or a failure on the service's side. */
  get isAway(): boolean {
    return this.status === null || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

interface Connection {
  url: string;
  fetch: Fetch;
  timeoutMs: number;
}

/** Calls the service; rejects with a BillingError. */
export function caller({ url, fetch, timeoutMs }: Connection): Call {
  const base = url.replace(/\/+$/, '');
  return async ({ path, headers, body, signal, timeoutMs: own = timeoutMs }) => {
    const limit = AbortSignal.timeout(own);
    const init = {
      method: body ? 'POST' : 'GET',
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    try {
      const response = await fetch(base + path, init);
      const text = await response.text();
      if (response.status === 304) return { status: 304, etag: response.headers.get('etag'), body: null };
      const parsed = parse(text);
      if (response.status >= 200 && response.status < 300 && parsed !== undefined) {
        return { status: response.status, etag: response.headers.get('etag'), body: parsed };
      }
      throw refusal(response, parsed);
    } catch (cause) {
      if (cause instanceof BillingError || signal?.aborted) throw cause;
      throw new BillingError({ message: `Billing did not answer: ${path}`, status: null, cause });
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: Awaited<ReturnType<Fetch>>, parsed: unknown): BillingError {
  const { error, conflict } = Object(parsed) as Partial<ChangeConflict>;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  const requestId = headers.get('x-request-id') ?? undefined;
  // What is not from the service (a proxy's page) is no answer of it.
  const isOurs = typeof error === 'string';
  const message = isOurs ? error : `Billing answered ${status} without JSON`;
  return new BillingError({
    message,
    status: isOurs || status >= 400 ? status : null,
    conflict,
    retryAfterSeconds,
    requestId,
  });
}
