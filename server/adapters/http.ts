const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 5_000_000;

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  json: unknown;
  /** The provider's clock: its `Date` header as ISO 8601, or null. */
  date: string | null;
}

/** A provider's refusal: its HTTP status, without the body (it may echo personal data). */
export class ProviderHttpError extends Error {
  readonly status: number;

  constructor(status: number, path: string) {
    super(`The provider answered ${status} to ${path}`);
    this.name = 'ProviderHttpError';
    this.status = status;
  }
}

/**
 * One JSON call to a provider: 8 seconds for all of it, redirects refused, no retries.
 * Throws ProviderHttpError for a status of 300 or more, Error for everything else (refused, cut, slow, not JSON).
 */
export async function callJson(base: string, path: string, call: Call): Promise<Answer> {
  const response = await fetch(new URL(path, base), {
    method: call.method ?? 'GET',
    headers: { accept: 'application/json', ...(call.body ? { 'content-type': 'application/json' } : {}), ...call.headers },
    body: call.body ? JSON.stringify(call.body) : null,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await readLimited(response);
  if (!response.ok) throw new ProviderHttpError(response.status, path.split('?')[0] ?? path);
  return { json: text === '' ? null : JSON.parse(text), date: clockOf(response.headers.get('date')) };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('The provider sent more than can be read');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An HTTP `Date` as ISO 8601, or null when it is absent or no date. */
export function clockOf(header: string | null | undefined): string | null {
  const milliseconds = Date.parse(header ?? '');
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}
