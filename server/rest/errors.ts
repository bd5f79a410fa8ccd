import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import type { Log } from '../billing/context.ts';
import { AppError, type ErrorCode, toAppError } from '../errors.ts';
import { tellMistake } from '../http/callersMistakes.ts';
import { requestIdOf } from '../http/requests.ts';

/** Answers every Express error with `answerError`. */
export function answerErrors(log: Log): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express tells error handlers by their four parameters
  return (error, request, response, _next) => answerError(log, { request, response, error });
}

/** Answers whose status says 500 although nothing failed (`SELLING=off`). */
const notSelling = new WeakSet<ServerResponse>();
export const isNotSelling = (response: ServerResponse) => notSelling.has(response);

interface Failed {
  request: IncomingMessage;
  response: ServerResponse;
  error: unknown;
}

/**
 * Answers one error as `{ error }`, or aborts an answer that has begun; errors that are our fault are logged with their
 * cause.
 */
export function answerError(log: Log, { request, response, error }: Failed): void {
  const known = toAppError(clientError(error) ?? error);
  const path = request.url?.split('?')[0];
  if (known.reason !== undefined) tellMistake(log, known, { path, requestId: requestIdOf(response) });
  else if (known.status >= 500) {
    log.error({ err: known, requestId: requestIdOf(response), eventId: known.eventId, path }, known.message);
  }
  if (known.code === 'not_selling') notSelling.add(response);
  if (response.headersSent) return void request.socket.destroy();
  if (known.retryAfterSeconds) response.setHeader('retry-after', `${known.retryAfterSeconds}`);
  const body = JSON.stringify({ error: known.message, conflict: known.conflict });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(known.status, headers).end(body);
}

const blamed: Record<number, ErrorCode> = {
  403: 'not_found',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
};

/**
 * Errors of Express, its parsers and its file server that the request caused: a body that is too large or cut off, a
 * missing file.
 */
function clientError(error: unknown): AppError | null {
  const { status } = Object(error) as { status?: unknown };
  if (error instanceof AppError || typeof status !== 'number' || status < 400 || status >= 500) return null;
  return new AppError(blamed[status] ?? 'invalid_body', { cause: error });
}
