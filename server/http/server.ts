import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Idle connections stay longer than any proxy's own limit, so that the proxy closes them and loses no request. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
const GRACE_MS = 500;
const LOOK_EVERY_MS = 50;
/** Connections that the kernel makes ahead. Whoever comes beyond is heard only after it has asked again, 1 to 15 s later. */
const BACKLOG = 4_096;

export interface HttpServer {
  /** Port 0: any free one. Rejects when the port is taken. */
  listen(port: number, host: string): Promise<void>;
  /** Cuts no request: resolves when every one that came in has been answered. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  /** At the most, one without a request under way gives way to the newest. */
  maxConnections?: number;
  /** Instead of the usual ones. */
  timeouts?: Partial<typeof TIMEOUTS>;
}

/** An HTTP server with bounded waits for headers, requests and idle connections, and a stop that cuts nobody off. */
export function createHttpServer(
  listener: RequestListener,
  { maxConnections = Number.POSITIVE_INFINITY, timeouts }: HttpServerOptions = {},
): HttpServer {
  // By connection: a Set that every request enters and leaves would chain its outgrown tables, and with them all
  // requests would outlive the young generation.
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
  return {
    listen: (port, host) => listen(server, port, host),
    async close() {
      await acceptWaiting(server);
      const drained = drain(server);
      // Said earlier, it would make clients reconnect just as the listener closes.
      stopping = true;
      for (const response of underWay.values()) if (response) sayGoodbye(response);
      await drained;
    },
  };
}

/** Whoever was never answered sends nothing, or half a request; else the connection that has stood longest. */
function findIdle(underWay: ReadonlyMap<Socket, ServerResponse | null>): Socket | undefined {
  const idle = [...underWay].flatMap(([socket, response]) => (response || socket.destroyed ? [] : [socket]));
  return idle.find(({ bytesWritten }) => bytesWritten === 0) ?? idle[0];
}

/** Tells the client that its next request needs another connection. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/**
 * Takes in the connections that the kernel has already made, which closing would reset. The event loop accepts one in
 * each turn.
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
 * Takes no new connection. On those that are open a request may be on its way: each gets one more answer, and only
 * what stays silent is closed. (http's own `close` would close idle connections at once.)
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
