import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Company } from '../../../core/company.ts';
import { randomText } from '../../../core/random.ts';
import { accountRoutes } from './account.ts';
import type { Handler, Route } from './call.ts';
import { checkoutRoutes } from './checkouts.ts';
import { customerRoutes } from './customers.ts';
import { ApiError, toApiError } from './errors.ts';
import { eventRoutes } from './events.ts';
import { expand } from './expand.ts';
import { once } from './idempotency.ts';
import { moneyRoutes } from './money.ts';
import { Parameters } from './parameters.ts';
import { portalRoutes } from './portal.ts';
import { subscriptionRoutes } from './subscriptions.ts';

const routes: Route[] = [
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...customerRoutes,
  ...portalRoutes,
  ...moneyRoutes,
  ...eventRoutes,
  ...accountRoutes,
];

export function api(company: Company): Router {
  const router = Router();
  router.use('/v1', requestId, authenticate(company), express.urlencoded({ extended: true, limit: '1mb' }));
  for (const [method, path, handler] of routes) router[method](path, answer(company, handler));
  router.use('/v1', (request) => {
    const message = `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}).`;
    throw new ApiError({ status: 404, type: 'invalid_request_error', message });
  });
  router.use('/v1', showError);
  return router;
}

function answer(company: Company, handler: Handler): RequestHandler {
  return (request, response) => {
    const given = new Parameters({ ...request.query, ...(request.body as object | undefined) });
    const id = String(request.params.id ?? '');
    const run = () => expand(company, handler({ company, id, given }), given.texts('expand'));
    const { body, replayed } = company.act(() => once(company, request, run));
    if (replayed) response.set('idempotent-replayed', 'true');
    response.json(body);
  };
}

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const { status, body } = toApiError(error);
  response.status(status).json(body);
}

function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.set('request-id', `req_${randomText(14)}`);
  next();
}

function authenticate(company: Company): RequestHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(company.options.secretKey);
  return (request, _response, next) => {
    const key = bearer(request.get('authorization') ?? '');
    if (timingSafeEqual(digest(key), expected)) return next();
    const message = key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    throw new ApiError({ status: 401, type: 'invalid_request_error', message });
  };
}

function bearer(authorization: string): string {
  return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}
