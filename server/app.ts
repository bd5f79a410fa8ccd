import type { RequestListener } from 'node:http';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express, { type RequestHandler, Router } from 'express';
import { withinTrace } from './adapters/trace.ts';
import { listOwnPlans } from './billing/checkout/listOwnPlans.ts';
import type { Deps } from './deps.ts';
import { basePathOf, below } from './http/basePath.ts';
import { refuseLargeBatches } from './http/bodies/batches.ts';
import { allowEmbedding, leaveToAuthorization, refuseForeignOrigins } from './http/origins.ts';
import { refuseBrokenPaths, refuseOddHosts } from './http/paths.ts';
import { logRequests, nameRequests, requestIdOf } from './http/requests.ts';
import { neverCached, securityHeaders } from './http/securityHeaders.ts';
import { serveClient } from './http/staticFiles.ts';
import { accountRoutes, refuseAccounts } from './rest/accounts/accounts.ts';
import { readBody } from './rest/body.ts';
import { answerErrors } from './rest/errors.ts';
import { metricsRoute, timeRequests } from './rest/metrics.ts';
import { publicKeysRoute } from './rest/payments/access.ts';
import { createRestRouter } from './rest/router.ts';
import { logRefusedCalls } from './rest/securityLog.ts';
import { isDelivery, webhookRoute } from './rest/webhooks.ts';
import { createContext } from './trpc/context.ts';
import { answerRefusals, logFailure, metaOf } from './trpc/errors.ts';
import { appRouter } from './trpc/router.ts';
import { loginOf } from './trpc/session.ts';

/** The service: webhooks bypass Express and its cost; everything else goes through it. */
export function createApp(deps: Deps): RequestListener {
  const prepare = [timeRequests(deps), nameRequests(deps.settings.trustProxy), securityHeaders(deps.settings)];
  const log = logRequests(deps.log);
  const logRefused = logRefusedCalls(deps);
  const webhook = webhookRoute(deps);
  const app = createExpress(deps);
  const answer: RequestListener = (request, response) => {
    for (const step of prepare) step(request, response);
    if (isDelivery(request)) return void webhook(request, response);
    log(request, response);
    logRefused(request, response);
    app(request, response);
  };
  return below(deps.settings.baseUrl, (request, response) =>
    withinTrace(request.headers.traceparent, () => answer(request, response)),
  );
}

const prepareApi: RequestHandler = (request, response, next) => {
  neverCached(request, response);
  leaveToAuthorization(request, response);
  next();
};

/** The order matters: the account routes read their bodies themselves. */
function createExpress(deps: Deps): RequestListener {
  const app = express();
  deps.metrics?.expectProcedures(Object.keys(appRouter._def.procedures));
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.use('/api', prepareApi, refuseBrokenPaths, refuseOddHosts, refuseForeignOrigins(deps));
  app.use('/api/payments', allowEmbedding(deps));
  app.all('/api/auth/*splat', deps.settings.login ? refuseAccounts : accountRoutes(deps));
  app.use('/api/trpc', typedApi(deps));
  app.use('/api', createRestRouter(deps));
  app.get('/.well-known/jwks.json', publicKeysRoute(deps));
  app.get('/metrics', metricsRoute(deps));
  app.use(
    serveClient({ brand: deps.settings.brand, base: basePathOf(deps.settings.baseUrl), documents: documentsOf(deps) }),
  );
  app.use(answerErrors(deps.log));
  return app;
}

/** What documents say without being asked, in the words of the typed API. */
function documentsOf({ settings, billing }: Deps) {
  const common = () => ({ plans: listOwnPlans(billing), login: loginOf(settings) });
  return { settings, common, now: settings.now ?? (() => new Date()) };
}

/** tRPC, preceded by the limits that it does not have itself. */
function typedApi(deps: Deps): Router {
  const answer = createExpressMiddleware({
    router: appRouter,
    createContext: (http) => createContext(deps, http),
    responseMeta: ({ ctx, errors }) => metaOf(ctx?.refusal, errors),
    onError: ({ error, path, req }) =>
      logFailure(deps.log, error, { path, requestId: req.res && requestIdOf(req.res) }),
  });
  return Router().use(refuseLargeBatches(), readBody(deps), answer, answerRefusals);
}
