import type { ProviderConflict } from '../../../adapters/adapter.ts';
import { AppError } from '../../../errors.ts';
import { conflict } from './conflicts.ts';

const REFUSED = [400, 402, 403, 404, 409, 422];

const statusOf = (error: unknown) => (error as { status?: number }).status ?? 0;

const isDeclined = (error: unknown) => (error as { isDeclined?: boolean }).isDeclined === true;

/** A change that the provider refused was not made: becomes an AppError; other errors stay unchanged. */
export function refusal(error: unknown): unknown {
  if (statusOf(error) === 402 || isDeclined(error)) return new AppError('payment_failed', { cause: error });
  return refusalOfPreview(error);
}

/** The same for calls that charge nothing. */
export function refusalOfPreview(error: unknown): unknown {
  if (!REFUSED.includes(statusOf(error))) return error;
  const { conflict: reason = 'provider_refused' } = error as { conflict?: ProviderConflict };
  return conflict(reason, { cause: error });
}
