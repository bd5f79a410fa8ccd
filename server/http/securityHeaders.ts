import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Applied to every answer, whatever it will be. */
export type Preparation = (request: IncomingMessage, response: ServerResponse) => void;

/** Helmet's headers; they never differ, so they are computed once. */
export function securityHeaders(settings: { baseUrl: string }): Preparation {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  protect(settings)(sample.req, sample, () => {});
  const headers = Object.entries(sample.getHeaders()) as [name: string, value: string][];
  return (_request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

function protect({ baseUrl }: { baseUrl: string }) {
  const tls = baseUrl.startsWith('https:');
  return helmet({
    strictTransportSecurity: tls,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(tls ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
  });
}

/** The API's answers are personal: no cache may store them. */
export const neverCached: Preparation = (_request, response) => {
  response.setHeader('cache-control', 'no-store');
};
