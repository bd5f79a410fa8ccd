import type { Request, RequestHandler } from 'express';
import type { SandboxOptions } from '../options.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const loopbackNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

interface Guarded {
  options: Pick<SandboxOptions, 'controlHosts'>;
}

/**
 * Accepts requests only from this machine and with a local host name, or with one that the options name, which prevents
 * DNS rebinding.
 */
export function localOnly({ options: { controlHosts = [] } }: Guarded): RequestHandler {
  return (request, response, next) => {
    const host = request.get('host') ?? '';
    const isLocal = loopbackAddresses.has(request.socket.remoteAddress ?? '') && loopbackNames.test(host);
    if (isLocal || controlHosts.includes(host.replace(/:\d+$/, ''))) return next();
    const error = `The control API is open at localhost alone; --control-host ${host.replace(/:\d+$/, '')} opens it here.`;
    // A program takes any answer: only who asks for a page gets one.
    if (request.originalUrl.startsWith('/_sandbox/') && request.accepts(['json', 'html']) !== 'html') {
      response.status(403).json({ error });
      return;
    }
    const body = html`<div class="card"><h1>Not from here</h1><p>${error}</p></div>`;
    sendPage(response, { title: 'Not from here', body }, { status: 403 });
  };
}

/** Refuses changes that another site's page could have sent (CSRF): such a page can't set this header. */
export const needsHeader: RequestHandler = (request, response, next) => {
  if (isReading(request) || request.get('x-sandbox') === '1') return next();
  response.status(403).json({ error: 'Changes need the header x-sandbox: 1' });
};

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
