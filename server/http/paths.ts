import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses a host from which no address can be made. */
export const refuseOddHosts: RequestHandler = ({ headers: { host } }, _response, next) => {
  next(host === undefined || HOST.test(host) ? undefined : new AppError('invalid_headers'));
};

const NUL = /%00|(?:%5c|\\)u0000/i;

/** Refuses paths whose percent-encoding is broken, before a router fails to decode them, and NUL in any parameter. */
export const refuseBrokenPaths: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) return next(new AppError('not_found'));
  next(NUL.test(request.url) ? new AppError('invalid_query') : undefined);
};

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
