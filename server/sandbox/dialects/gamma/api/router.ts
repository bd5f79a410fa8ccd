import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Company } from '../../../core/company.ts';
import { keyChecker } from '../../request.ts';
import { API_VERSION } from '../version.ts';
import type { Route } from './call.ts';
import { checkoutRoutes } from './checkouts.ts';
import { customerRoutes } from './customers.ts';
import { discountRoutes } from './discounts.ts';
import { badRequest, notFound, toApiError, unauthorized } from './errors.ts';
import { Given } from './given.ts';
import { orderRoutes } from './orders.ts';
import { organizationRoutes } from './organizations.ts';
import { paymentRoutes } from './payments.ts';
import { productRoutes } from './products.ts';
import { sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { webhookRoutes } from './webhooks.ts';

const routes: Route[] = [
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...customerRoutes,
  ...sessionRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...discountRoutes,
  ...webhookRoutes,
  ...organizationRoutes,
  ...productRoutes,
];
const collections = routes.map(([, path]) => path).filter((path) => path.endsWith('/'));

export function api(company: Company): Router {
  const router = Router({ strict: true });
  router.use('/v1', authenticate(company), oneVersion, express.json({ limit: '1mb' }));
  for (const route of routes) router[route[0]](route[1], answer(company, route));
  router.use('/v1', addSlash, () => {
    throw notFound();
  });
  router.use('/v1', showError);
  return router;
}

function answer(company: Company, [, , handler, status = 200]: Route): RequestHandler {
  return ({ params, query, body }, response) => {
    const call = {
      company,
      path: new Given(params, 'path'),
      query: new Given(query, 'query'),
      body: new Given(body, 'body'),
    };
    const answered = company.act(() => handler(call));
    response.status(status);
    if (status === 204) response.end();
    else response.json(answered);
  };
}

/** Redirects a collection's path without the final slash to the one with it. */
function addSlash(request: Request, response: Response, next: NextFunction): void {
  const [path = '', query] = request.originalUrl.split('?');
  if (!collections.includes(`${path}/`)) next();
  else
    response
      .status(307)
      .location(query === undefined ? `${path}/` : `${path}/?${query}`)
      .end();
}

function oneVersion(request: Request, response: Response, next: NextFunction): void {
  response.set('polar-version', API_VERSION);
  const asked = request.get('polar-version') ?? API_VERSION;
  const message = `The sandbox speaks the API version ${API_VERSION} alone: your client asks for ${asked}.`;
  if (asked !== API_VERSION) throw badRequest(message);
  next();
}

function authenticate(company: Company): RequestHandler {
  const opens = keyChecker(company.options.secretKey);
  return (request, _response, next) => {
    const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
    if (!opens(token)) throw unauthorized();
    next();
  };
}

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const { status, body } = toApiError(error);
  response.status(status).json(body);
}
