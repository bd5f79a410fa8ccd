import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBody } from './billing/ledger/ledger.ts';
import { packageRoot } from './settings/packageRoot.ts';
import { startTestApp, type TestApp } from './testing/app/app.ts';
import { answerOf, post } from './testing/calls/requests.ts';
import { mayComplain, OUTAGE } from './testing/run/complaints.ts';

mayComplain(
  OUTAGE,
  /Failed to create checkout session/,
  /request completed/,
  /Accounts: User not found/,
  /Failed to process [a-z._]+ event/,
);

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('pages', () => {
  const built = existsSync(join(packageRoot(), 'dist', 'client', 'index.html'));

  test.each(['/dashboard', '/pricing?x=1', '/deep/link'])('%s is the page, or 404 if none is built', async (path) => {
    const response = await app.call(path);
    expect(response.status).toBe(built ? 200 : 404);
    expect(response.headers.get('content-type')).toMatch(built ? /^text\/html/ : /^application\/json/);
  });

  test.each([
    '/assets/nothing.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00',
  ])('%s is not a file of ours', async (path) => {
    const { status, body } = await answerOf(await app.call(path));
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } });
  });
});

describe('the log', () => {
  test('has one line per request, with the request id of the answer', async () => {
    const ids = await Promise.all(
      ['/api/health', '/api/nothing'].map(async (path) => (await app.call(path)).headers.get('x-request-id')),
    );
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  });

  test('contains no cookie, password, body, query or secret, whatever fails', async () => {
    const { cookie } = await app.signUp();
    const token = cookie.split('=')[1] ?? 'none';
    const card = '4242424242424242';
    await app.call(`/api/payments/checkout?card=${card}`, post({ plan: 'pro', note: card }, cookie));
    await app.call('/api/payments/portal', post({ note: card }, cookie, { authorization: `Bearer ${card}` }));
    await app.call('/api/auth/sign-in/email', post({ email: 'ada@example.com', password: `secret ${card}` }));
    await app.deliver({ type: 'customer.created', data: { object: { card } } });
    await app.deliver(`{"oops ${card}`);
    const log = app.logged.join('\n');
    expect(log).toContain('Failed to create checkout session');
    expect(log).toContain('Failed to process customer.created event');
    for (const secret of [token, decodeURIComponent(token), card, 'sk_for_tests', 'whsec_', 'auth-secret']) {
      expect(log).not.toContain(secret);
    }
  });
});

test('an interrupted body is dropped and the service continues', async () => {
  const { cookie } = await app.signUp();
  const { port } = new URL(app.url);
  for (const path of [
    '/api/payments/checkout',
    '/api/payments/portal',
    '/api/webhooks/payments',
    '/api/auth/sign-in/email',
    '/api/trpc/checkout.start',
  ]) {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': 1_000 };
    await new Promise<void>((resolve) => {
      const cut = request({ port, host: '127.0.0.1', path, method: 'POST', headers });
      cut.on('error', () => resolve());
      cut.write('{"plan":', () => setTimeout(() => cut.destroy(new Error('cut')), 20));
    });
  }
  expect((await app.call('/api/health')).status).toBe(200);
  expect(app.logged.filter((line) => line.includes('"level":60'))).toEqual([]);
});

test('webhooks are read as bytes: a body that a parser would change keeps its valid signature', async () => {
  const text =
    '{"id":"evt_bytes","type":"something","n":1.0,"big":12345678901234567890,"a":1,"a":2,"\\u0061":"\\u00e9"}';
  expect((await app.deliver(text)).status).toBe(200);
  const row = await app.deps.billing.database.prisma.webhookEvent.findFirst({ where: { eventId: 'evt_bytes' } });
  expect(await readBody(app.deps.billing, `${row?.id}`)).toBe(text);
});
