import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One log line an answer, and an id that the answer carries too; no header, query or body is logged. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const begun = performance.now();
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'warn' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const { method, originalUrl } = request;
      const fields = {
        req: { id, method, path: originalUrl.split('?')[0] },
        res: { status: response.statusCode },
        responseTime: Math.round(performance.now() - begun),
      };
      log[level](fields, response.writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  };
}
