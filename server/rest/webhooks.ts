import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Billing } from '../billing/context.ts';
import { receiveWebhook } from '../billing/events/receiveWebhook.ts';
import type { Deps } from '../deps.ts';
import { AppError, toAppError } from '../errors.ts';
import { answerError } from './errors.ts';

export const WEBHOOK_PATH = '/api/webhooks/payments';

/** Real events outgrow the parsers' default of 100 kB. */
const MAX_BYTES = 1_048_576;
/** What is left of a refused body is taken and thrown away up to here, so that the sender comes to read the answer. */
const MOST_DISCARDED = 4 * MAX_BYTES;
const HANG_UP_MS = 1_000;
const ANSWER = '{"received":true}';
const ANSWER_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': ANSWER.length };

/**
 * POST /api/webhooks/payments. 200 says that the event is on disk: applied, or known to change nothing.
 * Every failure is answered otherwise, so that the provider repeats it.
 */
export function webhookRoute({ billing, metrics, log }: Deps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.once('finish', () => hangUpIfLong(request));
    try {
      if (!isSigned(billing, request)) throw new AppError('missing_signature');
      await receiveWebhook(billing, { body: await readBytes(request), headers: request.headers });
      response.writeHead(200, ANSWER_HEADERS).end(ANSWER);
    } catch (cause) {
      const error = toAppError(cause);
      if (error.status < 500) metrics?.countRefusal(error.code);
      answerError(log, { request, response, error });
    }
  };
}

/** Of what names no signature, not one byte is read. */
function isSigned({ adapters }: Billing, { headers }: IncomingMessage): boolean {
  return [...adapters.values()].some(({ signatureHeader }) => typeof headers[signatureHeader] === 'string');
}

/**
 * The body's bytes as they came, never inflated: they are what was signed. Rejects as soon as they are too many,
 * while the sender may still be sending; Express' parsers wait for the last byte before they refuse.
 */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) refuse();
    };
    const refuse = () => {
      chunks.length = 0;
      request.off('data', keep).resume();
      reject(new AppError('payload_too_large'));
    };
    if (Number(request.headers['content-length']) > MAX_BYTES) return refuse();
    request.on('data', keep);
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('close', () => request.complete || reject(new AppError('invalid_body')));
    request.once('error', (cause) => reject(new AppError('invalid_body', { cause })));
  });
}

/** After the answer, Node would go on reading whatever the sender sends: at full speed, and for as long as a request may take. */
function hangUpIfLong({ complete, headers, socket }: IncomingMessage): void {
  if (complete || Number(headers['content-length']) <= MOST_DISCARDED) return;
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
}
