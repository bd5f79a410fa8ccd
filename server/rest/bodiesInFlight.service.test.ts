import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';
import { signers } from '../testing/company/sign.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const BOUND = 24 * MIB;

let app: TestApp;
const open: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.close());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await expect.poll(() => app.deps.bodies.held()).toBe(0);
});

interface Sender {
  answer(): string;
  closed(): boolean;
  send(text: string): void;
}

interface Start {
  path?: string;
  address: string;
  headers: Record<string, string | number>;
}

/** A connection that has sent the head of a POST. */
function begin({ path = '/api/webhooks/payments', address, headers }: Start): Sender {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let answer = '';
  let closed = false;
  socket.on('data', (data) => (answer += data));
  socket.on('error', () => {});
  socket.on('close', () => (closed = true));
  const all = { host: 'service', 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return { answer: () => answer, closed: () => closed, send: (text) => void socket.write(text) };
}

const falsely = { 'alpha-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };

/** Sends all but the last byte. */
function holdBack(address: string, bytes: number, more: Partial<Start> = {}): Sender {
  const sender = begin({ address, ...more, headers: { ...falsely, ...more.headers, 'content-length': bytes } });
  sender.send('x'.repeat(bytes - 1));
  return sender;
}

/** A signed event of this many bytes, sent in two pieces. */
async function deliverInPieces(address: string, bytes: number): Promise<string> {
  const id = `evt_${address}_${bytes}_${Math.random()}`;
  const empty = JSON.stringify({ id, type: 'ping', pad: '' });
  const body = JSON.stringify({ id, type: 'ping', pad: 'x'.repeat(bytes - empty.length) });
  const sender = begin({ address, headers: { ...signers.alpha?.(body, SECRET), 'content-length': bytes } });
  const before = app.deps.bodies.held();
  sender.send(body.slice(0, bytes / 2));
  await expect.poll(() => app.deps.bodies.held()).toBeGreaterThan(before);
  sender.send(body.slice(bytes / 2));
  await expect.poll(sender.answer).toContain('\r\n\r\n');
  return sender.answer();
}

const refused = (senders: Sender[]) => senders.filter(({ answer }) => answer().startsWith('HTTP/1.1 429 '));

/** Every upload of a MiB is refused or held whole: one still to be refused would give back what a next one adds. */
async function untilSettled(senders: Sender[]): Promise<void> {
  const whole = () => (senders.length - refused(senders).length) * (MIB - 1);
  await expect.poll(() => app.deps.bodies.held() - whole()).toBeGreaterThanOrEqual(0);
}

describe('slow uploads', () => {
  test('from one address hold at most an eighth of the bound; the others get a 429 and are closed', async () => {
    const senders = Array.from({ length: 60 }, () => holdBack('203.0.113.7', MIB));
    await expect.poll(() => refused(senders).length).toBeGreaterThanOrEqual(58);
    expect(app.deps.bodies.held()).toBeLessThanOrEqual(BOUND / 8);
    const [first] = refused(senders) as [Sender];
    expect(first.answer()).toMatch(/\r\nretry-after: 1\r\n/);
    expect(first.answer()).toMatch(/\r\nconnection: close\r\n/);
    expect(first.answer()).toMatch(/\{"error":"Too many requests"\}$/);
    await expect.poll(() => refused(senders).every(({ closed }) => closed())).toBe(true);
    await untilSettled(senders);
    expect(await deliverInPieces('203.0.113.7', MIB)).toMatch(/^HTTP\/1.1 200 /);
    expect(await deliverInPieces('198.51.100.1', MIB)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('from many addresses hold at most the bound, and signed events of every size still arrive', async () => {
    const senders = Array.from({ length: 60 }, (_, n) => holdBack(`203.0.113.${n}`, MIB));
    await expect.poll(() => refused(senders).length).toBeGreaterThan(40);
    expect(app.deps.bodies.held()).toBeLessThanOrEqual(BOUND);
    await untilSettled(senders);
    for (const bytes of [1_000, 60 * KIB, 200 * KIB, MIB])
      expect(await deliverInPieces('198.51.100.1', bytes)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('do not use the reserve for small bodies', async () => {
    const small = Array.from({ length: 20 }, (_, n) => holdBack(`198.51.100.${n}`, 60 * KIB));
    await expect.poll(() => app.deps.bodies.held()).toBeGreaterThan(20 * 55 * KIB);
    const large = Array.from({ length: 60 }, (_, n) => holdBack(`203.0.113.${n}`, MIB));
    await expect.poll(() => refused(large).length).toBeGreaterThan(40);
    expect(refused(small)).toEqual([]);
  });

  test.each([
    ['/api/trpc/subscription.refresh', 90_000, 100],
    ['/api/payments/checkout', 90_000, 100],
    ['/api/auth/sign-in/email', 9_000, 200],
  ])('to %s are bounded too', async (path, bytes, many) => {
    const { cookie } = await app.signUp();
    const more = { path, headers: { cookie } };
    const senders = Array.from({ length: many }, () => holdBack('203.0.113.7', bytes, more));
    await expect.poll(() => refused(senders).length).toBeGreaterThan(70);
    expect(app.deps.bodies.held()).toBeLessThanOrEqual(BOUND / 8);
    expect((refused(senders)[0] as Sender).answer()).toMatch(/\{"error":.*"Too many requests"/);
  });
});

test('a body in many small chunks is charged its memory use, not its declared length', async () => {
  const headers = { ...falsely, 'transfer-encoding': 'chunked' };
  const senders = Array.from({ length: 30 }, () => begin({ address: '203.0.113.7', headers }));
  for (const sender of senders) sender.send('1\r\nx\r\n'.repeat(20_000));
  await expect.poll(() => refused(senders).length).toBeGreaterThan(20);
  expect(app.deps.bodies.held()).toBeLessThanOrEqual(BOUND / 8);
});

test('a compressed body is refused and never inflated', async () => {
  const { cookie } = await app.signUp();
  const headers = { cookie, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  for (const path of ['/api/payments/checkout', '/api/trpc/subscription.change', '/api/auth/sign-out']) {
    const response = await app.call(path, { method: 'POST', headers, body: 'x'.repeat(100) });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Invalid request body')]);
  }
});
