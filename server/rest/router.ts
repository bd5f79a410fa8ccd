import { type RequestHandler, Router } from 'express';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { checkoutRoute } from './checkout.ts';
import { healthRoute, liveRoute } from './health.ts';
import { createDocument } from './openapi/document.ts';
import { renderPage } from './openapi/page.ts';
import { accessRoute } from './payments/access.ts';
import { changeRoute, previewRoute } from './payments/change.ts';
import { changesRoute } from './payments/changes.ts';
import { embedTokenRoute } from './payments/embedToken.ts';
import { historyRoute, plansRoute, subscriptionsRoute } from './payments/records.ts';
import { portalRoute } from './portal.ts';
import { subscriptionRoute } from './subscription.ts';

/** The REST API, below /api. Unknown paths and wrong methods get JSON answers. */
export function createRestRouter(deps: Deps): Router {
  const router = Router();
  const serve = server(router);
  router.route('/payments/checkout').post(checkoutRoute(deps)).all(refuseMethod('POST'));
  router.route('/payments/subscription').get(subscriptionRoute(deps)).all(refuseMethod('GET, HEAD'));
  router.route('/payments/portal').post(portalRoute(deps)).all(refuseMethod('POST'));
  serve('/payments/access', accessRoute(deps));
  serve('/payments/subscriptions', subscriptionsRoute(deps));
  serve('/payments/history', historyRoute(deps));
  serve('/payments/plans', plansRoute(deps));
  serve('/payments/changes', changesRoute(deps));
  router.route('/payments/embed-token').post(embedTokenRoute(deps)).all(refuseMethod('POST'));
  router.route('/payments/change/preview').post(previewRoute(deps)).all(refuseMethod('POST'));
  router.route('/payments/change').post(changeRoute(deps)).all(refuseMethod('POST'));
  router.route('/webhooks/payments').all(refuseMethod('POST'));
  serve('/health/live', liveRoute);
  router.route(['/health', '/health/ready']).get(healthRoute(deps)).all(refuseMethod('GET, HEAD'));
  router.use(documentation(deps));
  router.use(() => {
    throw new AppError('not_found');
  });
  return router;
}

/** The API's description, for programs and for people. */
function documentation(deps: Deps): Router {
  const router = Router();
  const document = createDocument(deps);
  const { html, policy } = renderPage(document, { brand: deps.settings.brand, tries: deps.settings.sandbox });
  const serve = server(router);
  serve('/openapi.json', (_request, response) => void response.json(document));
  serve('/docs', (_request, response) => {
    response.set('content-security-policy', policy);
    response.type('html').send(html);
  });
  return router;
}

/** Adds the read routes. */
function server(router: Router) {
  return (path: string, send: RequestHandler) => router.route(path).get(send).all(refuseMethod('GET, HEAD'));
}

function refuseMethod(allowed: string): RequestHandler {
  return (_request, response) => {
    response.set('allow', allowed);
    throw new AppError('method_not_allowed');
  };
}
