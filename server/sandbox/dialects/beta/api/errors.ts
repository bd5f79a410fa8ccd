import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Refusal } from '../../../core/refusal.ts';
import { isHttpError } from '../../request.ts';

/** A refused call; an empty `messages` is left out of the response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly messages: string[] = [],
  ) {
    super(messages.join(' '));
  }
}

/** `{ trace_id, status, error, message[], timestamp (Unix ms) }` (docs.creem.io/api-reference/error-codes). */
export function errorBody(status: number, messages: string[] = []): object {
  return {
    trace_id: randomUUID(),
    status,
    error: STATUS_CODES[status],
    ...(messages.length > 0 ? { message: messages } : {}),
    timestamp: Date.now(),
  };
}

export function invalid(message: string): ApiError {
  return new ApiError(400, [message]);
}

export function missing(kind: string): ApiError {
  return new ApiError(404, [`${kind} not found`]);
}

/** Converts anything thrown into the company's error format. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) return new ApiError(error.kind === 'not_found' ? 404 : 400, [error.message]);
  if (isHttpError(error)) return new ApiError(error.status, [error.message]);
  console.error('sandbox: API call failed', error);
  return new ApiError(500);
}
