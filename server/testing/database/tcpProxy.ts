import { type AddressInfo, createServer, type Server, Socket } from 'node:net';

/**
 * `cut`: accepts connections and closes them at once; `silent`: keeps connections open but forwards nothing;
 * `vanished`: so for those that are open now, and new ones work, as when a host vanishes and another takes its address.
 */
export type TcpMode = 'open' | 'cut' | 'refused' | 'silent' | 'vanished';

/** A proxy between the service and PostgreSQL that can interrupt connections. */
export interface TcpProxy {
  /** The database's URL through the proxy. */
  url: string;
  set(mode: TcpMode): Promise<void>;
  /** Connections so far whose first bytes contained this text (a start-up message names its program). */
  attempts(text: string): number;
  /** The number of such connections that are open now. */
  open(text: string): number;
  close(): Promise<void>;
}

interface Link {
  socket: Socket;
  onward: Socket;
  words: string;
}

export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const links: Link[] = [];
  const now = new Set<Link>();
  let mode: TcpMode = 'open';
  const server = createServer((socket) => {
    const link: Link = { socket, onward: new Socket(), words: '' };
    links.push(link);
    now.add(link);
    socket.on('error', () => {});
    socket.once('close', () => now.delete(link));
    socket.once('data', (first) => {
      link.words = first.toString('latin1');
      if (mode === 'cut') socket.destroy();
      else if (mode === 'open' || mode === 'vanished') pass(link, first, target);
    });
  });
  const count = (all: Iterable<Link>, text: string) => [...all].filter(({ words }) => words.includes(text)).length;
  const cutAll = () => {
    for (const { socket } of now) socket.destroy();
  };
  const port = await listen(server, 0);
  const url = new URL(databaseUrl);
  url.port = `${port}`;
  return {
    url: url.href,
    async set(next) {
      const before = mode;
      mode = next;
      if (next === 'refused' && before !== 'refused') await shut(server, cutAll);
      if (next !== 'refused' && before === 'refused') await listen(server, port);
      if (next !== 'silent' && next !== 'vanished') return cutAll();
      for (const { socket, onward } of now) {
        for (const stream of [socket, onward]) stream.pause();
        if (next === 'vanished') onward.removeAllListeners('close');
      }
    },
    attempts: (text) => count(links, text),
    open: (text) => count(now, text),
    close: () => (mode === 'refused' ? Promise.resolve() : shut(server, cutAll)),
  };
}

function pass({ socket, onward }: Link, first: Buffer, { hostname, port }: URL): void {
  onward.on('error', () => {});
  onward.connect(Number(port), hostname);
  onward.write(first);
  socket.pipe(onward).pipe(socket);
  socket.once('close', () => onward.destroy());
  onward.once('close', () => socket.destroy());
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function shut(server: Server, cutAll: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  cutAll();
  return closed;
}
