import { Refusal } from '../../../core/refusal.ts';
import { isHttpError } from '../../request.ts';

/** One problem of a request; `loc` is its path, such as `['body', 'products', 0]`. */
export interface Problem {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
}

/** A validation error in the company's format: `{ error, detail }`, where `detail` is a list of problems. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

function named(status: number, error: string, detail: string): ApiError {
  return new ApiError(status, { error, detail });
}

export function invalid(...problems: Problem[]): ApiError {
  return new ApiError(422, { error: 'RequestValidationError', detail: problems });
}

/** A well-formed value that is not acceptable. */
export function unusable(loc: Problem['loc'], msg: string, input: unknown): ApiError {
  return invalid({ type: 'value_error', loc, msg, input });
}

export const notFound = () => named(404, 'ResourceNotFound', 'Not found');
export const badRequest = (detail = 'Bad request') => named(400, 'BadRequest', detail);
export const gone = () => named(410, 'ResourceUnavailable', 'Resource unavailable');
export const alreadyRefunded = (id: string) => named(403, 'RefundedAlready', `Order is already fully refunded: ${id}`);

export const notOpen = () => named(403, 'NotOpenCheckout', 'Checkout is not open.');

export function alreadyCanceled(): ApiError {
  const detail = 'This subscription is already canceled or will be at the end of the period.';
  return named(403, 'AlreadyCanceledSubscription', detail);
}

export function unauthorized(): ApiError {
  const error_description = 'The access token provided is expired, revoked, malformed, or invalid for other reasons.';
  return new ApiError(401, { error: 'invalid_token', error_description });
}

export function faultBody(status: 429 | 500): object {
  return status === 429
    ? { error: 'TooManyRequests', detail: 'Rate limit exceeded' }
    : { error: 'InternalServerError', detail: 'Internal Server Error' };
}

/** Converts anything thrown into the company's error format. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) return refused(error);
  if (error instanceof SyntaxError) {
    return invalid({ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} });
  }
  if (isHttpError(error)) return named(error.status, 'BadRequest', error.message);
  console.error('sandbox: API call failed', error);
  return new ApiError(500, faultBody(500));
}

function refused({ kind, message, param }: Refusal): ApiError {
  switch (kind) {
    case 'not_found':
      return param === 'id' ? notFound() : unusable(['body', param ?? 'id'], message, null);
    case 'invalid':
      return unusable(param ? ['body', param] : ['body'], message, null);
    case 'conflict':
      return badRequest(message);
    case 'already_active':
      return named(403, 'AlreadyActiveSubscriptionError', message);
    case 'card_declined':
      return named(402, 'PaymentFailed', message);
  }
}
