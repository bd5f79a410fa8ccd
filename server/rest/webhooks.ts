import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { WEBHOOK_PATH } from '../adapters/addresses.ts';
import { isSigned, readDelivery } from '../adapters/readDelivery.ts';
import { type Received, receiveEvent } from '../billing/events/receiveEvent.ts';
import type { Deps } from '../deps.ts';
import { AppError, toAppError } from '../errors.ts';
import { describeAnswer, type RequestStart } from '../http/requests.ts';
import { answerError } from './errors.ts';

/** Real events exceed the parsers' default of 100 kB. */
const MAX_BYTES = 1_048_576;
/** Up to here the rest of a refused body is read and discarded, so that the sender gets to read the answer. */
const MOST_DISCARDED = 4 * MAX_BYTES;
const HANG_UP_MS = 1_000;
const ANSWER = '{"received":true}';
const ANSWER_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': ANSWER.length };
const PATH = /^(?:https?:\/\/[^/]+)?\/api\/webhooks\/payments\/?(?:\?|$)/i;

/** The only entrance for webhooks. It matches paths as loosely as Express, in a tenth of the time. */
export function isDelivery({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && (url === WEBHOOK_PATH || PATH.test(url));
}

/**
 * POST /api/webhooks/payments. 200 means that the event is on disk: applied, or known to change nothing. Every failure
 * gets another status, so that the provider retries it.
 */
export function webhookRoute({ billing, bodies, metrics, log }: Deps) {
  const adapters = [...new Set([billing.adapter, ...billing.adapters.values()])];
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = { begun: performance.now(), url: request.url ?? '' };
    response.once('finish', () => hangUpIfLong(request));
    try {
      if (!isSigned(adapters, request.headers)) throw new AppError('missing_signature');
      const body = await bodies.read(request, response, MAX_BYTES);
      const event = await receiveEvent(billing, readDelivery(adapters, { body, headers: request.headers }));
      nameEvent(response, event.eventId);
      response.writeHead(200, ANSWER_HEADERS).end(ANSWER);
      logAnswer(log, response, { ...asked, event });
    } catch (cause) {
      const error = toAppError(cause);
      if (error.eventId) nameEvent(response, error.eventId);
      answerError(log, { request, response, error });
      if (error.status >= 500) return;
      metrics?.countRefusal(error.code);
      logAnswer(log, response, asked);
    }
  };
}

interface Answered extends RequestStart {
  event?: Received;
}

/** One line per delivery; for a failure, the error's own line. */
function logAnswer(log: Logger, response: ServerResponse, { event, ...asked }: Answered): void {
  if (log.isLevelEnabled('debug')) log.debug({ ...describeAnswer(response, asked), ...event }, 'request completed');
}

/** A sender with a valid signature may choose an id that no header can contain. */
function nameEvent(response: ServerResponse, eventId: string): void {
  if (/^[\w.:-]{1,200}$/.test(eventId) && !response.headersSent) response.setHeader('x-event-id', eventId);
}

/** After the answer, Node would go on reading from the sender at full speed, for as long as a request may take. */
function hangUpIfLong({ complete, headers, socket }: IncomingMessage): void {
  if (complete || Number(headers['content-length']) <= MOST_DISCARDED) return;
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
}
