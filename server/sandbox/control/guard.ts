import type { Request, RequestHandler } from 'express';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const loopbackNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Accepts requests only from this machine and with a local host name, which prevents DNS rebinding. */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  const local =
    loopbackAddresses.has(request.socket.remoteAddress ?? '') && loopbackNames.test(request.get('host') ?? '');
  if (local) return next();
  const text = 'The control page of the sandbox is open on its own machine alone, at localhost.';
  sendPage(
    response,
    { title: 'Not from here', body: html`<div class="card"><h1>Not from here</h1><p>${text}</p></div>` },
    { status: 403 },
  );
};

/** Refuses changes that another site's page could have sent (CSRF): such a page can't set this header. */
export const needsHeader: RequestHandler = (request, response, next) => {
  if (isReading(request) || request.get('x-sandbox') === '1') return next();
  response.status(403).json({ error: 'Changes need the header x-sandbox: 1' });
};

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
