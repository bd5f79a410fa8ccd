import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { post } from '../testing/calls/requests.ts';
import { socialSettings } from '../testing/logins/socialCompanies.ts';
import { mayComplain } from '../testing/run/complaints.ts';

/** What anybody can send must not look like a fault of the service: it would raise a critical alert. */
let app: TestApp;
let person: Person;

mayComplain(/"level":40,.*"msg":"Accounts: /);

beforeAll(async () => {
  app = await startTestApp(socialSettings('http://127.0.0.1:1'));
  person = await app.signUp();
  // The portal looks for a customer before it looks at the body.
  await addCustomer(app, person);
});
afterAll(() => app.close());

const NUL = 'a\0b';
test.each<[string, object]>([
  ['auth/sign-in/email', { email: `${NUL}@example.com`, password: PASSWORD }],
  ['auth/sign-up/email', { name: 'Ada', email: `${NUL}@example.com`, password: PASSWORD }],
  ['auth/reset-password', { token: NUL, newPassword: PASSWORD }],
  ['auth/revoke-session', { token: NUL }],
  ['auth/update-user', { name: NUL }],
  ['payments/change', { action: 'cancel', subscriptionId: NUL }],
  ['payments/change/preview', { plan: 'pro', subscriptionId: NUL }],
  ['payments/checkout', { plan: NUL }],
  ['trpc/subscription.endAwaited', { subscriptionId: NUL }],
  ['trpc/portal.manage', { subscriptionId: NUL }],
])('NUL in a body of %s is the caller’s mistake', async (path, body) => {
  expect((await app.call(`/api/${path}`, post(body, person.cookie))).status).toBe(400);
});

test.each([
  'auth/callback/google?state=a%00b&code=x',
  'payments/changes?after=%00',
  `trpc/subscription.current?input=${encodeURIComponent(JSON.stringify({ id: NUL }))}`,
])('NUL in the address %s is the caller’s mistake', async (path) => {
  expect((await app.call(`/api/${path}`, { headers: { cookie: person.cookie } })).status).toBe(400);
});

test('a backslash before u0000 is no NUL', async () => {
  expect((await app.call('/api/auth/update-user', post({ name: '\\u0000' }, person.cookie))).status).toBe(200);
});

test.each(['a@b', '[', 'a b', 'a/b', ''])('the host %j causes no fault', async (host) => {
  const { port } = new URL(app.url);
  for (const path of ['/api/auth/get-session', '/api/payments/plans', '/api/trpc/session.me']) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
  }
});

test('a made-up state of a social sign-in is no error of ours', async () => {
  const response = await app.call('/api/auth/callback/google?state=made-up&code=x');
  expect(response.status).toBe(302);
  expect(app.logged.filter((line) => /^\{"level":50/.test(line))).toEqual([]);
});
