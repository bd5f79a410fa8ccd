import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isPeerTrusted, type TrustProxy } from './clientAddress.ts';
import type { Preparation } from './securityHeaders.ts';

const NAME = 'x-request-id';
const VALID = /^[\w.:=+/-]{8,128}$/;

/** Gives each answer an id: the trusted proxy's, else a new one. */
export function nameRequests(trust: TrustProxy): Preparation {
  return (request, response) => {
    const given = request.headers[NAME];
    const isKept = typeof given === 'string' && VALID.test(given) && isPeerTrusted(request, trust);
    response.setHeader(NAME, isKept ? given : randomUUID());
  };
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(NAME));
}

/** Logs one line per answer, without headers, query or body. */
export function logRequests(log: Logger): Preparation {
  return ({ url = '' }, response) => {
    const begun = performance.now();
    const onClose = () => {
      const level = response.statusCode >= 500 ? 'warn' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const fields = describeAnswer(response, { begun, url });
      log[level](fields, response.writableFinished ? 'request completed' : 'request aborted');
    };
    // The socket, which closes the response, knows nothing of the request's trace.
    response.once('close', AsyncResource.bind(onClose));
  };
}

export interface RequestStart {
  /** By `performance.now`. */
  begun: number;
  url: string;
}

/** The fields of an answer's log line. */
export function describeAnswer(response: ServerResponse, { begun, url }: RequestStart): object {
  return {
    req: { id: requestIdOf(response), method: response.req.method, path: url.split('?')[0] },
    res: { status: response.statusCode },
    responseTime: Math.round(performance.now() - begun),
  };
}
