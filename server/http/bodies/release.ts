import { MessageChannel } from 'node:worker_threads';

/** Smaller ones may share their memory with others, and cost little. */
const OWN_BYTES = 4_096;

const { port1: nowhere, port2: nobody } = new MessageChannel();
nobody.close();

/**
 * Frees the memory of pieces that nobody reads any more. V8 would free what sockets have read only after some 32 MB of
 * it; what is handed over to a channel without a receiver is freed at once.
 */
export function release(pieces: readonly Buffer[]): void {
  for (const { buffer, byteLength } of pieces)
    if (byteLength >= OWN_BYTES && byteLength === buffer.byteLength) nowhere.postMessage(null, [buffer as ArrayBuffer]);
}
