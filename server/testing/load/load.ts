import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** All answers, and the answers with status 200. */
  answers: number;
  ok: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  /** Complete HTTP/1.1 requests, each sent once, in order. */
  requests: readonly Buffer[];
  /** The maximum of requests a second over all connections; absent: no limit. */
  pace?: number;
  /** Gets the milliseconds of each answer; with a pace, since the time at which the request was due. */
  onAnswer?: (ms: number) => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends prepared requests over keep-alive sockets, one at a time on each, with as little work as possible. */
export async function runLoad({ port, connections, requests, pace, onAnswer }: LoadOptions): Promise<LoadResult> {
  const latencies = new Float64Array(requests.length);
  let next = 0;
  let ok = 0;
  const start = performance.now();
  const due = (index: number) => (pace ? start + (index * 1000) / pace : 0);
  const worker = async () => {
    const socket = await open(port);
    while (next < requests.length) {
      const index = next++;
      const wait = due(index) - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = performance.now();
      if ((await exchange(socket, requests[index] as Buffer)) === 200) ok += 1;
      latencies[index] = performance.now() - sent;
      onAnswer?.(performance.now() - (pace ? Math.min(sent, due(index)) : sent));
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return summarizeLoad(latencies, { ok, seconds: (performance.now() - start) / 1000 });
}

/** Sorts `latencies`, which are milliseconds. */
function summarizeLoad(latencies: Float64Array, { ok, seconds }: { ok: number; seconds: number }): LoadResult {
  latencies.sort();
  const { length: answers } = latencies;
  const at = (share: number) => latencies[Math.min(answers - 1, Math.floor(answers * share))] ?? 0;
  return { answers, ok, seconds, perSecond: answers / seconds, p50: at(0.5), p99: at(0.99) };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Resolves to the response's status after its whole body has arrived. */
function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = received.indexOf(HEAD_END);
      if (end < 0) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      done();
      resolve(Number(head.slice(9, 12)));
    };
    const onClose = () => {
      done();
      reject(new Error('The server closed a connection'));
    };
    const done = () => void socket.off('data', onData).off('close', onClose);
    socket.on('data', onData).on('close', onClose);
    socket.write(request);
  });
}
