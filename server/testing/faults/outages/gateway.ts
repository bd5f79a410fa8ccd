import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const gatewayFaults = ['refused', '500', '429', 'hang', 'cut', 'slow'] as const;
export type GatewayMode = 'ok' | (typeof gatewayFaults)[number];

/** A proxy between the service and its provider that simulates faults. */
export interface Gateway {
  url: string;
  set(mode: GatewayMode): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MS = 3_000;

/** @param route returns the base URL of the provider that serves this path. */
export async function startGateway(route: (path: string) => string): Promise<Gateway> {
  let mode: GatewayMode = 'ok';
  const server = createServer((incoming, response) => serve(incoming, response));
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    if (mode === 'hang') return;
    if (mode === '500' || mode === '429') return void response.writeHead(Number(mode)).end('{"error":{}}');
    if (mode === 'slow') return void setTimeout(() => forward(incoming, response, route), SLOW_MS);
    if (mode === 'ok') return forward(incoming, response, route);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 }).write('{"id":"cut');
    setTimeout(() => response.socket?.destroy(), 20);
  };
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const shut = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async set(next) {
      if (next === 'refused') await shut();
      else if (mode === 'refused') await listen(port);
      // Hanging requests would otherwise still hang after the provider's return.
      if (mode === 'hang') server.closeAllConnections();
      mode = next;
    },
    close: () => (mode === 'refused' ? Promise.resolve() : shut()),
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, route: (path: string) => string): void {
  const { url: path = '/', method, headers } = incoming;
  const outgoing = request(new URL(path, route(path)), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
