import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Company } from '../../../core/company.ts';
import { DAY_MS } from '../../../core/periods.ts';
import { ApiError } from './errors.ts';

/**
 * Runs the handler of a POST once for each `Idempotency-Key` within 24 hours and returns the stored response to
 * repeated calls. Throws the company's 400 when a key is reused with other parameters. Refused calls are not stored.
 */
export function once(company: Company, request: Request, run: () => object): { body: unknown; replayed: boolean } {
  const key = request.get('idempotency-key');
  if (!key || request.method !== 'POST') return { body: run(), replayed: false };
  const fingerprint = createHash('sha256')
    .update(`${request.path}\n${JSON.stringify(request.body ?? {})}`)
    .digest('hex');
  const kept = company.store.get('answers', key);
  const now = Date.now();
  if (kept && now - kept.createdAt < DAY_MS) {
    if (kept.fingerprint === fingerprint) return { body: kept.body, replayed: true };
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`;
    throw new ApiError({ status: 400, type: 'idempotency_error', message });
  }
  const body = run();
  if (body instanceof ApiError) return { body, replayed: false };
  company.store.put('answers', { id: key, fingerprint, body, createdAt: now });
  return { body, replayed: false };
}
