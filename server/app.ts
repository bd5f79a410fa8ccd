import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express, { type Express } from 'express';
import type { Deps } from './deps.ts';
import { accountRoutes } from './rest/accounts.ts';
import { MAX_BODY_BYTES } from './rest/body.ts';
import { serveClient } from './rest/client.ts';
import { answerErrors } from './rest/errors.ts';
import { metricsRoute, timeRequests } from './rest/metrics.ts';
import { refuseForeignOrigins } from './rest/origins.ts';
import { refuseBrokenPaths } from './rest/paths.ts';
import { logRequests } from './rest/requests.ts';
import { createRestRouter } from './rest/router.ts';
import { neverCached, securityHeaders } from './rest/securityHeaders.ts';
import { webhookRoute } from './rest/webhooks.ts';
import { createContext } from './trpc/context.ts';
import { logFailure, retryAfter } from './trpc/errors.ts';
import { appRouter } from './trpc/router.ts';

/** The service as one Express app. The order matters: webhooks and accounts read their bodies themselves. */
export function createApp(deps: Deps): Express {
  const app = express();
  app.set('trust proxy', deps.settings.trustProxy);
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.use(timeRequests(deps), securityHeaders(deps.settings));
  app.post('/api/webhooks/payments', webhookRoute(deps));
  app.use(logRequests(deps.log));
  app.use('/api', neverCached, refuseBrokenPaths, refuseForeignOrigins(deps));
  app.all('/api/auth/*splat', accountRoutes(deps));
  app.use(
    '/api/trpc',
    createExpressMiddleware({
      router: appRouter,
      createContext: (http) => createContext(deps, http),
      maxBodySize: MAX_BODY_BYTES,
      responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
      onError: ({ error, path }) => logFailure(deps.log, error, path),
    }),
  );
  app.use('/api', createRestRouter(deps));
  app.get('/metrics', metricsRoute(deps));
  app.use(serveClient());
  app.use(answerErrors(deps.log));
  return app;
}
