import type { RequestListener } from 'node:http';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import type { Deps } from './deps.ts';
import { refuseForeignOrigins } from './http/origins.ts';
import { refuseBrokenPaths } from './http/paths.ts';
import { logRequests } from './http/requests.ts';
import { neverCached, securityHeaders } from './http/securityHeaders.ts';
import { serveClient } from './http/staticFiles.ts';
import { accountRoutes } from './rest/accounts.ts';
import { MAX_BODY_BYTES } from './rest/body.ts';
import { answerErrors } from './rest/errors.ts';
import { metricsRoute, timeRequests } from './rest/metrics.ts';
import { createRestRouter } from './rest/router.ts';
import { WEBHOOK_PATH, webhookRoute } from './rest/webhooks.ts';
import { refuseLargeBatches } from './trpc/batches.ts';
import { createContext } from './trpc/context.ts';
import { logFailure, metaOf } from './trpc/errors.ts';
import { appRouter } from './trpc/router.ts';

/** The service. Webhooks need nothing of Express but its routing, and are spared even that where they come plainly. */
export function createApp(deps: Deps): RequestListener {
  const prepare = [timeRequests(deps), securityHeaders(deps.settings)];
  const webhook = webhookRoute(deps);
  const app = createExpress(deps, webhook);
  return (request, response) => {
    for (const step of prepare) step(request, response);
    if (request.method === 'POST' && request.url === WEBHOOK_PATH) void webhook(request, response);
    else app(request, response);
  };
}

/** The order matters: webhooks and accounts read their bodies themselves. */
function createExpress(deps: Deps, webhook: RequestListener): RequestListener {
  const app = express();
  deps.metrics?.expectProcedures(Object.keys(appRouter._def.procedures));
  app.set('trust proxy', deps.settings.trustProxy);
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.post(WEBHOOK_PATH, webhook);
  app.use(logRequests(deps.log));
  app.use('/api', neverCached, refuseBrokenPaths, refuseForeignOrigins(deps));
  app.all('/api/auth/*splat', accountRoutes(deps));
  app.use(
    '/api/trpc',
    refuseLargeBatches,
    createExpressMiddleware({
      router: appRouter,
      createContext: (http) => createContext(deps, http),
      maxBodySize: MAX_BODY_BYTES,
      responseMeta: ({ ctx, errors }) => metaOf(ctx?.refusal, errors),
      onError: ({ error, path }) => logFailure(deps.log, error, path),
    }),
  );
  app.use('/api', createRestRouter(deps));
  app.get('/metrics', metricsRoute(deps));
  app.use(serveClient());
  app.use(answerErrors(deps.log));
  return app;
}
