import { fileURLToPath } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import { controlApi } from './control/api.ts';
import { apiFaults } from './control/apiFaults.ts';
import { ApiCalls } from './control/calls.ts';
import { overviewRoutes } from './control/page/forms.ts';
import type { Company } from './core/company.ts';
import { Refusal } from './core/refusal.ts';
import { mailboxRoute } from './mailbox/page.ts';
import { notFoundPage } from './pages/checkout.ts';
import { checkoutRoutes } from './pages/checkoutRoutes.ts';
import { html } from './pages/html.ts';
import { alert, sendPage } from './pages/layout.ts';
import { portalRoutes } from './pages/portalRoutes.ts';
import type { Sender } from './webhooks/sender.ts';

const styles = fileURLToPath(new URL('./pages/sandbox.css', import.meta.url));

/** The hosted pages, the control API, and the dialect's API behind its faults. */
export function createSandboxApp(company: Company, sender: Sender, api: Router): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'extended');
  app.use((_request, response, next) => {
    response.set({ date: new Date(company.clock.now()).toUTCString(), 'x-sandbox-speaks': company.dialect.version });
    next();
  });
  app.get('/assets/sandbox.css', (_request, response) => response.sendFile(styles));
  app.use(checkoutRoutes(company), portalRoutes(company), overviewRoutes(company, sender));
  app.use(mailboxRoute(company));
  const calls = new ApiCalls();
  company.onSwitches = () => calls.release();
  app.use('/_sandbox', controlApi(company, sender, calls));
  app.use(apiFaults(company, calls), api);
  app.use((_request, response) => sendPage(response, notFoundPage(), { status: 404 }));
  app.use(showError);
  return app;
}

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const refused = error instanceof Refusal;
  if (!refused) console.error('sandbox: a page failed', error);
  const message = refused ? error.message : 'Something went wrong in the sandbox.';
  const body = html`<div class="card"><h1>That did not work</h1>${alert(message)}</div>`;
  sendPage(response, { title: 'That did not work', body }, { status: refused ? 409 : 500 });
}
