import { MessageChannel } from 'node:worker_threads';

/** Smaller chunks may share their memory with others, and cost little. */
const OWN_BYTES = 4_096;

const { port1: nowhere, port2: nobody } = new MessageChannel();
nobody.close();

/**
 * Frees the memory of chunks that are no longer read. V8 would free what sockets have read only after about 32 MB;
 * memory that is transferred to a channel without a receiver is freed at once.
 */
export function release(pieces: readonly Buffer[]): void {
  for (const { buffer, byteLength } of pieces)
    if (byteLength >= OWN_BYTES && byteLength === buffer.byteLength) nowhere.postMessage(null, [buffer as ArrayBuffer]);
}
