import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string | undefined;
  /** Path and query. */
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export type Respond = (response: ServerResponse) => void;
/** By method and path without its query; what is not there is answered 404. */
export type Answers = Record<string, Respond>;

const servers: Server[] = [];

/** A company that speaks JSON, on real HTTP: records each call. */
export async function company(answers: Answers): Promise<{ calls: Call[]; address: string }> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method, url: path, headers } = request;
    calls.push({ method, path, headers, body: text === '' ? undefined : JSON.parse(text) });
    const respond = answers[`${method} ${path?.split('?')[0]}`] ?? json({ error: 'Not Found' }, 404);
    respond(response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { calls, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export function json(value: unknown, status = 200): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', date: 'Thu, 01 Oct 2026 00:00:06 GMT' });
    response.end(JSON.stringify(value));
  };
}

export async function closeCompanies(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
