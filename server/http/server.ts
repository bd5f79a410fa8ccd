import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Idle connections stay open longer than at any usual proxy, so that the proxy closes them and loses no request. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
const GRACE_MS = 500;
const LOOK_EVERY_MS = 50;
/** The kernel's backlog. A connection beyond it is accepted only after a retry, 1 to 15 s later. */
const BACKLOG = 4_096;

export interface HttpServer {
  /** Port 0: any free one. Rejects when the port is taken. */
  listen(port: number, host: string): Promise<void>;
  /** Cuts off no request: resolves once every received one has been answered. A second call waits for the first. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  /** At this number a connection without a running request is closed for the newest. */
  maxConnections?: number;
  /** Overrides of the usual timeouts. */
  timeouts?: Partial<typeof TIMEOUTS>;
}

/** An HTTP server with timeouts for headers, requests and idle connections, and a graceful stop. */
export function createHttpServer(
  listener: RequestListener,
  { maxConnections = Number.POSITIVE_INFINITY, timeouts }: HttpServerOptions = {},
): HttpServer {
  // Stored per connection: a Set that every request enters and leaves would chain its outgrown tables, and with them
  // all requests would outlive the young generation.
  const underWay = new Map<Socket, ServerResponse | null>();
  let stopping = false;
  const server = createServer({ ...TIMEOUTS, ...timeouts }, (request, response) => {
    const { socket } = request;
    if (stopping) sayGoodbye(response);
    underWay.set(socket, response);
    response.once('close', () => {
      if (underWay.get(socket) === response) underWay.set(socket, null);
    });
    listener(request, response);
  });
  server.on('connection', (socket) => {
    if (underWay.size >= maxConnections) (findIdle(underWay) ?? socket).destroy();
    if (socket.destroyed) return;
    underWay.set(socket, null);
    socket.once('close', () => underWay.delete(socket));
  });
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await acceptWaiting(server);
    const drained = drain(server);
    // Sent earlier, it would make clients reconnect just as the listener closes.
    stopping = true;
    for (const response of underWay.values()) if (response) sayGoodbye(response);
    await drained;
  }
  return {
    listen: (port, host) => listen(server, port, host),
    close: () => (closing ??= close()),
  };
}

/**
 * Prefers a connection that was never answered, which sends nothing or half a request; else the one that was idle
 * longest.
 */
function findIdle(underWay: ReadonlyMap<Socket, ServerResponse | null>): Socket | undefined {
  const idle = [...underWay].flatMap(([socket, response]) => (response || socket.destroyed ? [] : [socket]));
  return idle.find(({ bytesWritten }) => bytesWritten === 0) ?? idle[0];
}

/** Tells the client to use another connection for its next request. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/**
 * Accepts the connections that the kernel has already made, because closing would reset them. The event loop accepts
 * one per turn.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0, before = -1; turn < BACKLOG && accepted > before; turn += 1) {
    before = accepted;
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', count);
}

/**
 * Accepts no new connection. A request may be on its way on an open one: each gets one more answer, and only silent
 * ones are closed. (http's own `close` would close idle connections at once.)
 */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
    const begin = () => {
      const timer = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
      server.once('close', () => clearInterval(timer));
    };
    setTimeout(begin, GRACE_MS).unref();
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => resolve());
  });
}
