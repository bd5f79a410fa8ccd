import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../database/embedded/freePort.ts';
import { until } from '../testing/run/until.ts';
import { createHttpServer, type HttpServerOptions, TIMEOUTS } from './server.ts';

interface Answer {
  status?: number;
  connection?: string;
  error?: string;
}

const agentOf = () => new Agent({ keepAlive: true, maxSockets: 20 });

function ask(port: number, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const outgoing = request({ port, host: '127.0.0.1', agent }, (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code }));
    outgoing.end();
  });
}

/** Whether no connection is accepted. */
const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false));
    socket.once('error', () => resolve(true)).once('connect', () => socket.destroy());
  });

async function serve(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  options?: HttpServerOptions,
) {
  const port = await freePort();
  const server = createHttpServer(listener, options);
  await server.listen(port, '127.0.0.1');
  return { port, server };
}

test('a stop finishes open requests and those that arrive on open connections, and refuses new connections', async () => {
  const held: ServerResponse[] = [];
  let isHolding = false;
  const { port, server } = await serve((_request, response) => {
    if (isHolding) held.push(response);
    else response.end('done');
  });
  const agent = agentOf();
  expect(await ask(port, agent)).toEqual({ status: 200, connection: 'keep-alive' });
  isHolding = true;
  const underWay = [ask(port, agent), ask(port, agentOf())];
  await until('both requests are open', () => held.length === 2);
  const closed = server.close();
  await until('new connections are refused', () => isRefused(port));
  for (const response of held) response.end('done');
  expect(await Promise.all(underWay)).toEqual([
    { status: 200, connection: 'close' },
    { status: 200, connection: 'close' },
  ]);
  await closed;
});

test('a request on an idle connection during the stop is answered', async () => {
  const { port, server } = await serve((_request, response) => void response.end('done'));
  const agent = agentOf();
  await ask(port, agent);
  const closed = server.close();
  await sleep(100);
  expect(await ask(port, agent)).toEqual({ status: 200, connection: 'close' });
  await closed;
});

test('silent connections do not delay a stop', async () => {
  const { port, server } = await serve((_request, response) => void response.end('done'));
  await ask(port, agentOf());
  const begun = Date.now();
  await server.close();
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('a port in use is an error', async () => {
  const { port, server } = await serve((_request, response) => void response.end());
  await expect(createHttpServer(() => {}).listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  await server.close();
});

test('10 stops under load interrupt no request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 30 });
  const port = await freePort();
  const cut: Answer[] = [];
  let answered = 0;
  let running = true;
  const clients = Array.from({ length: 30 }, async () => {
    while (running) {
      const answer = await ask(port, agent);
      if (answer.status === 200) answered += 1;
      else if (answer.error === 'ECONNREFUSED') await sleep(10);
      else cut.push(answer);
    }
  });
  for (let round = 0; round < 10; round += 1) {
    const server = createHttpServer((_request, response) => void sleep(5).then(() => response.end('done')));
    await server.listen(port, '127.0.0.1');
    const before = answered;
    await until('the server is under load', () => answered > before + 20, 30_000);
    await server.close();
  }
  running = false;
  await Promise.all(clients);
  expect(cut).toEqual([]);
});

test('a connection that sends nothing, or half a header, is closed', async () => {
  expect(TIMEOUTS.requestTimeout + TIMEOUTS.connectionsCheckingInterval).toBeLessThan(30_000);
  const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const { port, server } = await serve((_request, response) => void response.end(), { timeouts });
  const silent = ['', 'GET / HTTP/1.1\r\nHost: x\r\n'].map((text) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.resume();
    return new Promise((resolve) => socket.once('close', resolve));
  });
  await Promise.all(silent);
  await server.close();
});

test('at the connection limit, an unanswered connection is closed first, then an idle one, never one with an open request', async () => {
  const held: ServerResponse[] = [];
  let isHolding = false;
  const { port, server } = await serve(
    (_request, response) => {
      if (isHolding) held.push(response);
      else response.end('done');
    },
    { maxConnections: 4 },
  );
  const ends: string[] = [];
  const open = async (name: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.resume().once('close', () => ends.push(name));
    await once(socket, 'connect');
    return socket;
  };
  const agents = Array.from({ length: 6 }, agentOf) as [Agent, Agent, Agent, Agent, Agent, Agent];
  expect(await ask(port, agents[0])).toMatchObject({ status: 200 });
  isHolding = true;
  const silent = await open('silent');
  const half = await open('half');
  half.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const first = [ask(port, agents[1]), ask(port, agents[2]), ask(port, agents[3])];
  await expect.poll(() => ends).toEqual(['silent', 'half']);
  const fourth = ask(port, agents[4]);
  await expect.poll(() => held.length).toBe(4);
  expect((await ask(port, agents[5])).error).toBe('ECONNRESET');
  for (const response of held) response.end('done');
  expect(await Promise.all([...first, fourth])).toEqual(Array(4).fill({ status: 200, connection: 'keep-alive' }));
  for (const socket of [silent, half]) socket.destroy();
  for (const agent of agents) agent.destroy();
  await server.close();
});

const CONNECTOR = `
  const { connect } = require('node:net');
  let made = 0;
  const end = () => process.stdout.write(String(made), () => process.exit());
  for (let n = 0; n < 700; n += 1)
    connect(Number(process.argv[1]), '127.0.0.1').on('connect', () => { made += 1; if (made === 700) end(); });
  setTimeout(end, 15_000);`;

test('700 connections that arrive while the process is busy are all accepted', { timeout: 60_000 }, async () => {
  const { port, server } = await serve((_request, response) => void response.end());
  // Blocks this process, and with it the server.
  expect(execFileSync(process.execPath, ['-e', CONNECTOR, `${port}`], { encoding: 'utf8' })).toBe('700');
  await server.close();
});
