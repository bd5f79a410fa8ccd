import type { Failure } from '../../../core/records.ts';
import { Declined, Refusal } from '../../../core/refusal.ts';
import { isHttpError } from '../../request.ts';

interface ErrorFields {
  status: number;
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** An error in the company's format: `{ error: { type, code, message, param } }`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: Omit<ErrorFields, 'status'> };

  constructor({ status, ...fields }: ErrorFields) {
    super(fields.message);
    this.status = status;
    this.body = { error: fields };
  }
}

export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError({ status: 400, type: 'invalid_request_error', message, param, code });
}

export function missing(kind: string, id: string, param = 'id'): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError({ status: 404, type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** A charge that the bank declined. */
export function declined({ code, declineCode, message }: Failure): ApiError {
  return new ApiError({ status: 402, type: 'card_error', code, decline_code: declineCode ?? undefined, message });
}

/** Converts anything thrown into the company's error format. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Declined) return declined(error.failure);
  if (error instanceof Refusal) return refused(error);
  if (isHttpError(error))
    return new ApiError({ status: error.status, type: 'invalid_request_error', message: error.message });
  console.error('sandbox: API call failed', error);
  return new ApiError({ status: 500, type: 'api_error', message: 'An unknown error occurred.' });
}

function refused({ kind, message, param }: Refusal): ApiError {
  switch (kind) {
    case 'not_found':
      return new ApiError({
        status: param === 'id' ? 404 : 400,
        type: 'invalid_request_error',
        code: 'resource_missing',
        message,
        param,
      });
    case 'card_declined':
      return new ApiError({ status: 402, type: 'card_error', code: 'card_declined', message });
    case 'invalid':
    case 'already_active':
    case 'conflict':
      return invalid(message, param);
  }
}
