import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../errors.ts';
import { createBodyBudget, type Upload } from './bodyBudget.ts';

/** The overhead of a chunk: a sender may send bytes one by one. */
const PIECE_BYTES = 200;
const RETRY_SECONDS = 1;

/** Reads request bodies within one memory limit for all connections. */
export interface Bodies {
  /**
   * The bytes as received, never decompressed. Rejects with an AppError: payload_too_large as soon as there are more
   * than `most`, even while the sender is still sending; invalid_body if the sender disconnects; too_many_requests if
   * it is cut off to make room for others.
   */
  read(request: IncomingMessage, response: ServerResponse, most: number): Promise<Buffer>;
  /** Bytes held for incomplete bodies. */
  held(): number;
}

/**
 * `addressOf`: the sender's address, as far as proxies are trusted. It is called only for a body that arrives in
 * several chunks.
 */
export function createBodies(addressOf: (request: IncomingMessage) => string): Bodies {
  const budget = createBodyBudget();
  return {
    held: budget.held,
    read: (request, response, most) =>
      new Promise((resolve, reject) => {
        const declared = Number(request.headers['content-length'] ?? Number.NaN);
        const pieces: Buffer[] = [];
        let size = 0;
        let upload: Upload | null = null;
        const giveUp = (error: AppError) => {
          pieces.length = 0;
          if (upload) budget.end(upload);
          request.off('data', keep).off('data', discard).on('data', discard);
          reject(error);
        };
        const cut = () => {
          // It is unknown how much is still on its way, so the connection serves no other request.
          if (!response.headersSent) response.setHeader('connection', 'close');
          giveUp(new AppError('too_many_requests', { retryAfterSeconds: RETRY_SECONDS }));
          request.pause();
        };
        const keep = (piece: Buffer) => {
          pieces.push(piece);
          size += piece.length;
          if (size > most) return giveUp(new AppError('payload_too_large'));
          if (size === declared) return;
          upload ??= budget.begin(addressOf(request), declared, cut);
          budget.grow(upload, piece.length + PIECE_BYTES);
        };
        if (declared > most) return giveUp(new AppError('payload_too_large'));
        request.on('data', keep);
        request.once('end', () => {
          if (upload) budget.end(upload);
          resolve(Buffer.concat(pieces));
        });
        request.once('close', () => request.complete || giveUp(new AppError('invalid_body')));
        request.once('error', (cause) => giveUp(new AppError('invalid_body', { cause })));
      }),
  };
}

const discard = () => {};
