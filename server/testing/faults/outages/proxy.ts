import { Agent, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer: each request goes to the next process, or to another one if the connection is refused. */
export interface Proxy {
  url: string;
  close(): Promise<void>;
}

interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function startProxy(upstreams: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url: path = '', headers } = incoming;
    next += 1;
    const order = upstreams.map((_, index) => upstreams[(next + index) % upstreams.length] ?? '');
    await forward({ method, path, headers, body: Buffer.concat(chunks) }, { response, order, agent });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Way {
  response: ServerResponse;
  order: readonly string[];
  agent: Agent;
}

async function forward(received: Received, { response, order, agent }: Way): Promise<void> {
  for (const upstream of order) {
    const outcome = await pass(upstream, received, { response, agent });
    if (outcome === 'passed') return;
    if (outcome === 'lost') break;
  }
  if (!response.headersSent) response.writeHead(502).end('{"error":"Bad gateway"}');
}

/** `unheard`: the connection was refused and another process may be tried; `lost`: the outcome is unknown. */
function pass(
  upstream: string,
  { method, path, headers, body }: Received,
  { response, agent }: Pick<Way, 'response' | 'agent'>,
): Promise<'passed' | 'unheard' | 'lost'> {
  return new Promise((resolve) => {
    const outgoing = request(new URL(path, upstream), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? '' });
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      answer.once('close', () => resolve('passed'));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'unheard' : 'lost'),
    );
    outgoing.end(body);
  });
}
