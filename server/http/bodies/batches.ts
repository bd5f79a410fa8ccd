import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/** More than a page needs at once; every procedure in a batch runs, whatever the others cost. */
const MOST_PROCEDURES = 10;

/** Refuses larger batches before a body is read or a session looked up. tRPC decodes the path before it splits it. */
export function refuseLargeBatches(): RequestHandler {
  return (request, _response, next) => {
    const { length } = decodeURIComponent(request.path).split(',');
    next(length <= MOST_PROCEDURES ? undefined : new AppError('batch_too_large'));
  };
}
