import type { Request } from 'express';
import { countAttempt, forgetAttempts, type RateLimit } from '../database/rateLimits.ts';
import type { Deps } from '../deps.ts';
import { clientAddress, networkOf } from './clientAddress.ts';

const FREE = new Set(['/api/auth/sign-out']);

/** Counts a change by its sender's address, before its body is read. Throws AppError too_many_requests. */
export async function limitAddress({ billing, settings }: Deps, request: Request): Promise<void> {
  if (request.method === 'GET' || FREE.has(request.path)) return;
  const subject = networkOf(clientAddress(request));
  await countAttempt(billing.database.pool, { kind: 'address', subject, most: settings.limits.address });
}

/** Counts an attempt on the account that a body names. Throws AppError too_many_requests. */
export async function limitAccount({ billing, settings }: Deps, body: unknown): Promise<void> {
  const limit = accountLimit(settings.limits.account, body);
  if (limit) await countAttempt(billing.database.pool, limit);
}

/** Whoever knows the password may sign in as often as they like. */
export async function forgiveAccount({ billing, settings }: Deps, body: unknown): Promise<void> {
  const limit = accountLimit(settings.limits.account, body);
  if (limit) await forgetAttempts(billing.database.pool, limit);
}

function accountLimit(most: number, body: unknown): RateLimit | null {
  const { email } = Object(body) as { email?: unknown };
  return typeof email === 'string' ? { kind: 'account', subject: email.trim().toLowerCase(), most } : null;
}
