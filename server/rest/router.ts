import { type RequestHandler, Router } from 'express';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { checkoutRoute } from './checkout.ts';
import { healthRoute, liveRoute } from './health.ts';
import { createDocument } from './openapi/document.ts';
import { PAGE_POLICY, renderPage } from './openapi/page.ts';
import { portalRoute } from './portal.ts';
import { subscriptionRoute } from './subscription.ts';

/** The REST API, below /api. Unknown paths and wrong methods are answered in JSON. */
export function createRestRouter(deps: Deps): Router {
  const router = Router();
  router.route('/payments/checkout').post(checkoutRoute(deps)).all(refuseMethod('POST'));
  router.route('/payments/subscription').get(subscriptionRoute(deps)).all(refuseMethod('GET, HEAD'));
  router.route('/payments/portal').post(portalRoute(deps)).all(refuseMethod('POST'));
  router.route('/webhooks/payments').all(refuseMethod('POST'));
  router.route('/health/live').get(liveRoute).all(refuseMethod('GET, HEAD'));
  router.route(['/health', '/health/ready']).get(healthRoute(deps)).all(refuseMethod('GET, HEAD'));
  router.use(documentation(deps));
  router.use(() => {
    throw new AppError('not_found');
  });
  return router;
}

/** What the API says of itself, to programs and to people. */
function documentation(deps: Deps): Router {
  const router = Router();
  const document = createDocument(deps);
  const serve = (path: string, send: RequestHandler) => router.route(path).get(send).all(refuseMethod('GET, HEAD'));
  serve('/openapi.json', (_request, response) => void response.json(document));
  serve('/docs', (_request, response) => {
    response.set('content-security-policy', PAGE_POLICY);
    response.type('html').send(renderPage(document));
  });
  return router;
}

function refuseMethod(allowed: string): RequestHandler {
  return (_request, response) => {
    response.set('allow', allowed);
    throw new AppError('method_not_allowed');
  };
}
