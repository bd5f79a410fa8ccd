import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Relayed {
  status: number;
  json: Record<string, unknown>;
}

/** Changes the provider's response. */
export type Change = (answer: Relayed) => Relayed;

export interface Relay {
  url: string;
  /** Changes the responses of this path (without its query) from now on. */
  change(path: string, change: Change): void;
  reset(): void;
  close(): Promise<void>;
}

/** Starts a proxy between the service and the provider that changes responses, like a provider with other settings. */
export async function startRelay(target: string): Promise<Relay> {
  const changes = new Map<string, Change>();
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    (request, response) => void pass({ target, changes }, request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (path, change) => void changes.set(path, change),
    reset: () => changes.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Way {
  target: string;
  changes: ReadonlyMap<string, Change>;
}

async function pass({ target, changes }: Way, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const body = Buffer.concat(await request.toArray());
  const sent = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name));
  const answer = await fetch(target + url, {
    method,
    headers: sent.map(([name, value]) => [name, String(value)] as [string, string]),
    redirect: 'manual',
    ...(body.length > 0 ? { body } : {}),
  });
  const text = await answer.text();
  const change = changes.get(url.split('?')[0] ?? '');
  const kept = { date: answer.headers.get('date') ?? '', 'content-type': answer.headers.get('content-type') ?? '' };
  if (!change) return void response.writeHead(answer.status, kept).end(text);
  const { status, json } = change({ status: answer.status, json: answer.ok ? JSON.parse(text) : {} });
  response.writeHead(status, { ...kept, 'content-type': 'application/json' }).end(JSON.stringify(json));
}
