import express, { type Request, type RequestHandler } from 'express';
import { receiveWebhook } from '../billing/receiveWebhook.ts';
import type { Deps } from '../deps.ts';
import { handle } from './handle.ts';

/** Real events outgrow the parser's default of 100 kB. */
const LIMIT = '1mb';

const readBytes = express.raw({ type: () => true, limit: LIMIT });

/**
 * POST /api/webhooks/payments. 200 says that the event is on disk: applied, or known to change nothing.
 * Every failure is answered otherwise, so that the provider repeats it.
 */
export function webhookRoute({ billing }: Deps): RequestHandler[] {
  const receive = handle('internal', async (request, response) => {
    await receiveWebhook(billing, { body: bytesOf(request), headers: request.headers });
    response.json({ received: true });
  });
  return [readBytes, receive];
}

function bytesOf({ body }: Request): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
