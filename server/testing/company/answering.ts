import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';

export interface Call {
  method: string | undefined;
  /** Path and query. */
  path: string | undefined;
  headers: IncomingMessage['headers'];
  /** What was sent as a form. */
  form: Record<string, string>;
  /** What was sent as JSON. */
  body: unknown;
}

export type Respond = (response: ServerResponse, request: IncomingMessage) => void;

const DATE = 'Thu, 01 Oct 2026 00:00:06 GMT';
const servers: (Server | TcpServer)[] = [];

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A stand-in for a company over real HTTP, for tests of one adapter: it records each call and answers as it is told. */
export async function answering(respond: Respond): Promise<{ calls: Call[]; address: string }> {
  const calls: Call[] = [];
  const address = await listen(
    createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      const { method, url: path, headers } = request;
      const isJson = headers['content-type']?.includes('json') && text !== '';
      const form = isJson ? {} : Object.fromEntries(new URLSearchParams(text));
      calls.push({ method, path, headers, form, body: isJson ? JSON.parse(text) : undefined });
      respond(response, request);
    }),
  );
  return { calls, address };
}

/** Nobody listens there. */
export async function refusing(): Promise<string> {
  const server = createTcpServer();
  const address = await listen(server);
  servers.splice(servers.indexOf(server), 1);
  await new Promise((closed) => server.close(closed));
  return address;
}

export function json(value: unknown, status = 200): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', date: DATE, 'request-id': 'req_1' });
    response.end(JSON.stringify(value));
  };
}

/** One byte after another, for ever. */
export const dripping: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
};

export async function closeAnswering(): Promise<void> {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
