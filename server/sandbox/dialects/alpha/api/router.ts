import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Company } from '../../../core/company.ts';
import { randomText } from '../../../core/random.ts';
import { keyChecker } from '../../request.ts';
import { API_VERSION } from '../version.ts';
import { accountRoutes } from './account.ts';
import type { Handler, Route } from './call.ts';
import { catalogueRoutes } from './catalogue.ts';
import { checkoutRoutes } from './checkouts.ts';
import { customerRoutes } from './customers.ts';
import { emptyRoutes } from './empty.ts';
import { endpointRoutes } from './endpoints.ts';
import { ApiError, invalid, toApiError } from './errors.ts';
import { eventRoutes } from './events.ts';
import { expand } from './expand.ts';
import { once } from './idempotency.ts';
import { invoiceRoutes } from './invoices.ts';
import { moneyRoutes } from './money.ts';
import { Parameters } from './parameters.ts';
import { paymentMethodRoutes } from './paymentMethods.ts';
import { portalRoutes } from './portal.ts';
import { scheduleRoutes } from './schedules.ts';
import { searchRoutes } from './searches.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { testClockRoutes } from './testClocks.ts';

const routes: Route[] = [
  ...searchRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...customerRoutes,
  ...portalRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...moneyRoutes,
  ...paymentMethodRoutes,
  ...catalogueRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...testClockRoutes,
  ...emptyRoutes,
];

/** v2 takes JSON. */
const versions = ['/v1', '/v2'];

export function api(company: Company): Router {
  const router = Router();
  const body = [express.urlencoded({ extended: true, limit: '1mb' }), express.json({ limit: '1mb' })];
  router.use(versions, requestId, authenticate(company), oneVersion(company), body);
  for (const [method, path, handler] of routes) router[method](path, answer(company, handler));
  router.use(versions, (request) => {
    const message = `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}).`;
    throw new ApiError({ status: 404, type: 'invalid_request_error', message });
  });
  router.use(versions, showError);
  return router;
}

function answer(company: Company, handler: Handler): RequestHandler {
  return (request, response) => {
    const given = new Parameters({ ...request.query, ...(request.body as object | undefined) });
    const id = String(request.params.id ?? '');
    const run = () => {
      const made = handler({ company, id, given });
      return made instanceof ApiError ? made : expand(company, made, given.texts('expand'));
    };
    const { body, replayed } = company.act(() => once(company, request, run));
    // A failed charge is an error whose changes are kept: the attempt did happen.
    if (body instanceof ApiError) throw body;
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
  const opens = keyChecker(company.options.secretKey);
  return (request, _response, next) => {
    const key = keyIn(request.get('authorization') ?? '');
    if (opens(key)) return next();
    const message = key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    throw new ApiError({ status: 401, type: 'invalid_request_error', message });
  };
}

/** Accepts `Bearer <key>`, or HTTP Basic with the key as user name (docs.stripe.com/api/authentication). */
function keyIn(authorization: string): string {
  const [, scheme, value = ''] = /^(Bearer|Basic) (.+)$/.exec(authorization) ?? [];
  if (scheme !== 'Basic') return value;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

/** Answers every version in the shape of one, and says so in a header; strict: refuses the others. */
function oneVersion({ options: { strictVersion } }: Company): RequestHandler {
  return (request, response, next) => {
    response.set('stripe-version', API_VERSION);
    const asked = request.get('stripe-version') ?? API_VERSION;
    if (asked === API_VERSION) return next();
    const message = `The sandbox speaks the API version ${API_VERSION} alone: your client asks for ${asked}.`;
    if (strictVersion) throw invalid(message, undefined, 'api_version_unsupported');
    response.set('x-sandbox-note', message);
    next();
  };
}
