import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

/** Refuses paths whose percent-encoding is broken, before a router fails to decode them. */
export const refuseBrokenPaths: RequestHandler = (request, _response, next) => {
  next(isDecodable(request.path) ? undefined : new AppError('not_found'));
};

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
