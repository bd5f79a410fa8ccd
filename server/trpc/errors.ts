import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { ErrorRequestHandler } from 'express';
import type { Log } from '../billing/context.ts';
import { AppError, answers, type ErrorCode, toAppError } from '../errors.ts';
import { tellMistake } from '../http/callersMistakes.ts';

/** Errors of tRPC itself, before a procedure runs. */
const refusals: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  BAD_REQUEST: 'invalid_body',
  PARSE_ERROR: 'invalid_body',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_body',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
};

/** The caller's text: from the table, never a cause. */
export function textOf({ cause, code }: TRPCError): string {
  return cause instanceof AppError ? cause.message : answers[refusals[code] ?? 'internal'].text;
}

/** Whether the client (or the operator's decision) or the server caused it, for metrics. */
export function outcomeOf(error: TRPCError): 'refused' | 'failed' {
  if (error.cause instanceof AppError && error.cause.code === 'not_selling') return 'refused';
  return getHTTPStatusCodeFromError(error) < 500 ? 'refused' : 'failed';
}

/** Errors that are our fault are logged with their cause, and callers' mistakes with their reason. */
export function logFailure(log: Log, error: TRPCError, asked: { path?: string; requestId?: string }): void {
  const { cause } = error;
  if (cause instanceof AppError && cause.reason !== undefined) tellMistake(log, cause, asked);
  else if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error.cause ?? error, ...asked }, textOf(error));
}

/** The status of a stream that was refused before it began, and the header that says when a retry may succeed. */
export function metaOf(refusal: TRPCError | undefined, errors: readonly TRPCError[]) {
  const all = refusal ? [refusal] : errors;
  const waits = all.flatMap(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? []) : []));
  const headers: Record<string, string> = waits.length > 0 ? { 'retry-after': `${Math.max(...waits)}` } : {};
  return { headers, status: refusal && getHTTPStatusCodeFromError(refusal) };
}

/** Errors from before tRPC, in the shape that typed clients read. All others are passed on. */
// biome-ignore lint/complexity/useMaxParams: Express tells error handlers by their four parameters
export const answerRefusals: ErrorRequestHandler = (error, _request, response, next) => {
  const { status, code, message, retryAfterSeconds } = toAppError(error);
  if (status >= 500 || response.headersSent) return next(error);
  if (retryAfterSeconds) response.set('retry-after', `${retryAfterSeconds}`);
  const key = answers[code].trpc;
  const data = { code: key, httpStatus: status };
  response.status(status).json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[key], data } });
};
