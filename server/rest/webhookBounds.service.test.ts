import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';
import { signers } from '../testing/company/sign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const MIB = 1_048_576;
const signed = 'alpha-signature: t=1,v1=00\r\n';

function begin(headers: string): { socket: Socket; answer: Promise<string> } {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/webhooks/payments HTTP/1.1\r\nhost: service\r\ncontent-type: application/json\r\n${headers}\r\n`,
  );
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (data) => resolve(data.toString()));
    socket.setTimeout(5_000, () => resolve('no answer'));
  });
  return { socket, answer };
}

async function answerTo(headers: string, body = ''): Promise<string> {
  const { socket, answer } = begin(headers);
  socket.write(body);
  try {
    return await answer;
  } finally {
    socket.destroy();
  }
}

test('a body that declares too large a size is refused before it is read', async () => {
  const answer = await answerTo(`${signed}content-length: ${MIB + 1}\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 413 .*{"error":"Payload too large"}$/s);
});

test('a body without a length is refused as soon as it is too large', async () => {
  const chunk = `100000\r\n${'x'.repeat(MIB)}\r\n1\r\nx\r\n`;
  const answer = await answerTo(`${signed}transfer-encoding: chunked\r\n`, chunk);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
});

test.each(['content-length: 100000\r\n', 'content-length: 50000000\r\n', 'transfer-encoding: chunked\r\n'])(
  'without a signature no body is read (%j)',
  async (framing) => {
    expect(await answerTo(framing)).toMatch(/^HTTP\/1.1 400 .*{"error":"Missing signature"}$/s);
  },
);

test('a sender that continues after the refusal gets its answer, and the connection serves the next request', async () => {
  const { socket, answer } = begin(`${signed}content-length: ${3 * MIB}\r\n`);
  expect(await answer).toMatch(/^HTTP\/1.1 413 /);
  socket.write('x'.repeat(3 * MIB));
  const next = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  socket.write('GET /api/health HTTP/1.1\r\nhost: service\r\n\r\n');
  expect(await next).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

test.each([`content-length: ${50 * MIB}\r\n`, 'transfer-encoding: chunked\r\n'])(
  'a sender that continues for long is disconnected after its answer (%j)',
  async (framing) => {
    const { socket, answer } = begin(framing);
    expect(await answer).toMatch(/^HTTP\/1.1 400 /);
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    let taken = 0;
    const chunk = framing.includes('chunked') ? `10000\r\n${'x'.repeat(65_536)}\r\n` : 'x'.repeat(65_536);
    const timer = setInterval(() => {
      if (!socket.writableNeedDrain && socket.write(chunk)) taken += 65_536;
    }, 1);
    await closed;
    clearInterval(timer);
    expect(taken).toBeLessThan(20 * MIB);
  },
);

test('a body of exactly 1 MiB is accepted', async () => {
  const empty = JSON.stringify({ id: 'evt_full', type: 'unknown.event', pad: '' });
  const body = JSON.stringify({ id: 'evt_full', type: 'unknown.event', pad: 'x'.repeat(MIB - empty.length) });
  const headers = { 'content-type': 'application/json', ...signers.alpha?.(body, SECRET) };
  expect((await app.call('/api/webhooks/payments', { method: 'POST', headers, body })).status).toBe(200);
});

test('an empty body is signed like any other', async () => {
  const headers = { 'content-type': 'application/json', ...signers.alpha?.('', SECRET) };
  const response = await app.call('/api/webhooks/payments', { method: 'POST', headers });
  expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid JSON' }]);
});
