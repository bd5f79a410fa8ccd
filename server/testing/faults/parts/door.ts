import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, ask } from '../../calls/ask.ts';

export interface DoorRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A proxy that decides about each request. */
export interface Door {
  url: string;
  close(): Promise<void>;
}

/** @param answer null: closes the connection without a response. */
export async function openDoor(answer: (asked: DoorRequest) => Promise<Answer | null>): Promise<Door> {
  const server = createServer(async (request, response) => {
    const answered = await answer(await read(request)).catch(() => null);
    if (!answered || answered.status === null) return void request.socket.destroy();
    const type = answered.headers['content-type'];
    const headers = { ...(type ? { 'content-type': type } : {}), ...dated(answered) };
    response.writeHead(answered.status, headers).end(answered.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Keeps the response's date: the time at which the provider read its records. */
const dated = ({ headers: { date } }: Answer) => (date ? { date } : {});

async function read(request: IncomingMessage): Promise<DoorRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...rest } = request.headers;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body: Buffer.concat(chunks) };
}

export function forward(base: string, { method, path, headers, body }: DoorRequest): Promise<Answer> {
  return ask(base + path, { method, headers, body });
}
