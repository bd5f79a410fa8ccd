import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { ReadySettings } from '../deps.ts';

/** Headers of every answer. Styles may be inline (the component library sets them); scripts never. */
export function securityHeaders({ baseUrl }: ReadySettings): RequestHandler {
  const tls = baseUrl.startsWith('https:');
  return helmet({
    strictTransportSecurity: tls,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
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

/** What the API answers is personal: no cache keeps it. */
export const neverCached: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};
