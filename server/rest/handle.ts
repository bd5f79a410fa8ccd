import type { Request, RequestHandler, Response } from 'express';
import { type ErrorCode, toAppError } from '../errors.ts';

/** A route whose unexpected errors become `fallback`; the error handler answers them. */
export function handle(
  fallback: ErrorCode,
  route: (request: Request, response: Response) => Promise<unknown>,
): RequestHandler {
  return async (request, response, next) => {
    try {
      await route(request, response);
    } catch (error) {
      next(toAppError(error, fallback));
    }
  };
}
