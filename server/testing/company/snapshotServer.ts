import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SnapshotServer {
  /** What to pass as <PROVIDER>_API_URL. */
  url: string;
  /** The subscriptions by id, as the company would send them. */
  subscriptions: Map<string, object>;
  mode: 'right' | '500' | 'hang';
  /** The company's clock, in Unix milliseconds; its `Date` header has whole seconds. */
  now(): number;
  /** Called when a reading begins; what is read is what is there once it resolves. */
  onRead(id: string): Promise<void> | void;
  reads: number;
  /** Refuses connections until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** A company on loopback that answers one question, each in its own words: what is this subscription now? */
export async function startSnapshotServer(): Promise<SnapshotServer> {
  const server = createServer((request, response) => void answer(snapshot, request, response));
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const snapshot: SnapshotServer = {
    url: `http://127.0.0.1:${port}`,
    subscriptions: new Map(),
    mode: 'right',
    now: Date.now,
    onRead() {},
    reads: 0,
    shut() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
    open: () => listen(port),
  };
  return snapshot;
}

async function answer(snapshot: SnapshotServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  snapshot.reads += 1;
  if (snapshot.mode === 'hang') return;
  const url = new URL(request.url ?? '', 'http://company');
  const id = url.searchParams.get('subscription_id') ?? decodeURIComponent(url.pathname.split('/')[3] ?? '');
  const date = new Date(snapshot.now()).toUTCString();
  await snapshot.onRead(id);
  const found = snapshot.subscriptions.get(id);
  const status = snapshot.mode === '500' ? 500 : found ? 200 : 404;
  const error = { error: { type: 'invalid_request_error', message: 'no such subscription' } };
  response.writeHead(status, { 'content-type': 'application/json', date }).end(JSON.stringify(found ?? error));
}
