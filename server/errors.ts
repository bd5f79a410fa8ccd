import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

interface Answer {
  status: number;
  text: string;
  trpc: TRPC_ERROR_CODE_KEY;
}

/** Every refusal the service can give: HTTP status, the spec's text and tRPC's code, in one table. */
export const answers = {
  unauthorized: { status: 401, text: 'Unauthorized', trpc: 'UNAUTHORIZED' },
  forbidden: { status: 403, text: 'Forbidden', trpc: 'FORBIDDEN' },
  email_not_verified: { status: 403, text: 'Email address not verified', trpc: 'FORBIDDEN' },
  sign_in_again: { status: 403, text: 'Sign in again first', trpc: 'FORBIDDEN' },
  not_confirmed: { status: 400, text: 'Email address not confirmed', trpc: 'BAD_REQUEST' },
  address_taken: { status: 409, text: 'Email address belongs to another customer', trpc: 'CONFLICT' },
  not_found: { status: 404, text: 'Not found', trpc: 'NOT_FOUND' },
  method_not_allowed: { status: 405, text: 'Method not allowed', trpc: 'METHOD_NOT_SUPPORTED' },
  payload_too_large: { status: 413, text: 'Payload too large', trpc: 'PAYLOAD_TOO_LARGE' },
  batch_too_large: {
    status: 413,
    text: 'Too many procedures in a batch, at most 10',
    trpc: 'PAYLOAD_TOO_LARGE',
  },
  too_many_requests: { status: 429, text: 'Too many requests', trpc: 'TOO_MANY_REQUESTS' },
  unavailable: { status: 503, text: 'Service Unavailable', trpc: 'SERVICE_UNAVAILABLE' },
  deletion_refused: {
    status: 503,
    text: 'Your subscription could not be canceled at the payment provider, so nothing was deleted',
    trpc: 'SERVICE_UNAVAILABLE',
  },
  invalid_body: { status: 400, text: 'Invalid request body', trpc: 'BAD_REQUEST' },
  invalid_headers: { status: 400, text: 'Invalid request headers', trpc: 'BAD_REQUEST' },
  invalid_query: { status: 400, text: 'Invalid query', trpc: 'BAD_REQUEST' },
  unknown_user: { status: 404, text: 'Unknown user', trpc: 'NOT_FOUND' },
  cursor_gone: { status: 410, text: 'Cursor is gone', trpc: 'PRECONDITION_FAILED' },
  payment_failed: { status: 402, text: 'Payment failed', trpc: 'PAYMENT_REQUIRED' },
  change_not_possible: { status: 409, text: 'Plan change not possible', trpc: 'CONFLICT' },
  no_customer: { status: 404, text: 'No customer found', trpc: 'NOT_FOUND' },
  no_subscription: { status: 404, text: 'No subscription found', trpc: 'NOT_FOUND' },
  provider_mismatch: { status: 400, text: 'Customer provider does not match active provider', trpc: 'BAD_REQUEST' },
  checkout_failed: { status: 500, text: 'Failed to create checkout session', trpc: 'INTERNAL_SERVER_ERROR' },
  /** The operator's decision (`SELLING=off`): the specification's answer of a failed checkout, and no failure. */
  not_selling: { status: 500, text: 'Failed to create checkout session', trpc: 'INTERNAL_SERVER_ERROR' },
  missing_signature: { status: 400, text: 'Missing signature', trpc: 'BAD_REQUEST' },
  invalid_signature: { status: 400, text: 'Invalid signature', trpc: 'BAD_REQUEST' },
  invalid_json: { status: 400, text: 'Invalid JSON', trpc: 'BAD_REQUEST' },
  event_failed: { status: 500, text: 'Failed to process event', trpc: 'INTERNAL_SERVER_ERROR' },
  internal: { status: 500, text: 'Internal Server Error', trpc: 'INTERNAL_SERVER_ERROR' },
} as const satisfies Record<string, Answer>;

export type ErrorCode = keyof typeof answers;

/** Why a change is not possible now. `until`: ISO 8601; null: it doesn't end by itself. `message`: what to do instead. */
export interface ChangeConflict {
  reason: string;
  until: string | null;
  message: string;
}

interface AppErrorOptions {
  /** Told beside the text. */
  conflict?: ChangeConflict;
  /** Replaces the table's text where the specification includes names in it. */
  text?: string;
  cause?: unknown;
  /**
   * What the caller did wrong, and the setting or field: for the log of whoever runs the service. The answer's text stays
   * the specification's.
   */
  reason?: string;
  /** When a retry may succeed. */
  retryAfterSeconds?: number;
  /** The signed event that the error is about. */
  eventId?: string;
}

/** The only error class that crosses rooms. `message` is for the caller; `cause` is only for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number;
  readonly eventId?: string;
  readonly reason?: string;
  readonly conflict?: ChangeConflict;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.text ?? answers[code].text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.eventId = options.eventId;
    this.reason = options.reason;
    this.conflict = options.conflict;
    // A refusal is an answer. tRPC reads every error's stack, and mapping one to the sources costs more than the answer.
    if (this.status < 500) this.stack = `${this.name}: ${this.message}`;
  }

  get status(): number {
    return answers[this.code].status;
  }
}

/** Converts any thrown value to an AppError: unknown errors become `fallback` and keep the original as their cause. */
export function toAppError(error: unknown, fallback: ErrorCode = 'internal'): AppError {
  return error instanceof AppError ? error : new AppError(fallback, { cause: error });
}
