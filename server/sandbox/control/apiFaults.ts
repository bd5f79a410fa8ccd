import type { RequestHandler, Response } from 'express';
import type { Company } from '../core/company.ts';
import { currentSwitches } from '../webhooks/outbox.ts';

const DEFAULT_SLOW_MS = 3_000;

const defaultBodies = {
  429: { error: { type: 'invalid_request_error', message: 'Too many requests' } },
  500: { error: { type: 'api_error', message: 'The sandbox was told to fail.' } },
} as const;

/** What the company's API does instead of answering, by the switch `api`. */
export function apiFaults(company: Company): RequestHandler {
  return (_request, response, next) => {
    const { mode, ms } = currentSwitches(company.store).api;
    switch (mode) {
      case 'ok':
        return next();
      case 'slow':
        return void setTimeout(next, ms ?? DEFAULT_SLOW_MS);
      case 'hang':
        return;
      case 'refuse':
        return void response.socket?.destroy();
      case 'error500':
        return void response.status(500).json(company.dialect.faultBody?.(500) ?? defaultBodies[500]);
      case 'error429':
        return void response
          .status(429)
          .set('retry-after', '1')
          .json(company.dialect.faultBody?.(429) ?? defaultBodies[429]);
      case 'cut':
        return cut(response);
    }
  };
}

/** Half of a JSON answer, then the end of the connection. */
function cut(response: Response): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
  response.write('{"id":"cut_');
  setTimeout(() => response.socket?.destroy(), 20);
}
