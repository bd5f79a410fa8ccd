import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Company } from '../../../core/company.ts';
import { keyChecker } from '../../request.ts';
import type { Handler, Route } from './call.ts';
import { checkoutRoutes } from './checkouts.ts';
import { customerRoutes } from './customers.ts';
import { discountRoutes } from './discounts.ts';
import { ApiError, errorBody, toApiError } from './errors.ts';
import { Fields } from './fields.ts';
import { moneyRoutes } from './money.ts';
import { productRoutes } from './products.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { webhookRoutes } from './webhooks.ts';

const routes: Route[] = [
  ...checkoutRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...moneyRoutes,
  ...productRoutes,
  ...discountRoutes,
  ...webhookRoutes,
];

export function api(company: Company): Router {
  const router = Router();
  router.use('/v1', authenticate(company), express.json({ limit: '1mb' }));
  for (const [method, path, handler] of routes) router[method](path, answer(company, handler));
  router.use('/v1', ({ method, originalUrl }) => {
    throw new ApiError(404, [`Cannot ${method} ${originalUrl.split('?')[0]}`]);
  });
  router.use('/v1', showError);
  router.use(/^\/v\d+/, ({ originalUrl }, response) => {
    const message = `The sandbox speaks v1 alone: ${originalUrl.split('?')[0]} is of another version.`;
    response.status(404).json(errorBody(404, [message]));
  });
  return router;
}

function answer(company: Company, handler: Handler): RequestHandler {
  return (request, response) => {
    const call = { query: new Fields({ ...request.query }), body: new Fields(request.body) };
    response.json(company.act(() => handler({ company, id: String(request.params.id ?? ''), ...call })));
  };
}

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const { status, messages } = toApiError(error);
  response.status(status).json(errorBody(status, messages));
}

function authenticate(company: Company): RequestHandler {
  const opens = keyChecker(company.options.secretKey);
  return (request, _response, next) => {
    if (!opens(request.get('x-api-key') ?? '')) throw new ApiError(403);
    next();
  };
}
