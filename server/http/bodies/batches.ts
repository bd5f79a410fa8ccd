import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';
import { createLateRefusals } from '../limits/lateRefusals.ts';

/** More than a page needs at once; every procedure in a batch runs, whatever the others cost. */
const MOST_PROCEDURES = 10;

/** Refuses larger batches before a body is read or a session looked up. tRPC decodes the path before it splits it. */
export function refuseLargeBatches(refusals = createLateRefusals()): RequestHandler {
  return async (request, _response, next) => {
    const { length } = decodeURIComponent(request.path).split(',');
    if (length <= MOST_PROCEDURES) return next();
    await refusals.wait();
    next(new AppError('batch_too_large'));
  };
}
