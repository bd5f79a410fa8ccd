import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';

/** Whoever runs the service reads why a caller was refused; the answers stay the specification's. */
const KEY = 'a-service-key-for-tests-0123456789';
const SERVICE_KEYS = `shop:read+write:${hashOfKey(KEY)}`;
let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha', { environment: { SERVICE_KEYS } });
});
afterAll(() => app.close());

interface Line {
  level: number;
  reason?: string;
  msg: string;
}

async function logged(work: () => Promise<Response>): Promise<{ status: number; lines: Line[] }> {
  const before = app.logged.length;
  const { status } = await work();
  const lines = app.logged.slice(before).map((line) => JSON.parse(line) as Line);
  return { status, lines: lines.filter(({ level }) => level >= 40) };
}

const checkout = (body: object, headers: Record<string, string>) =>
  app.call('/api/payments/checkout', post({ plan: 'pro', ...body }, undefined, headers));

interface Refusal {
  body?: object;
  headers?: Record<string, string>;
  status?: number;
  reason: string;
}

test.each<[string, Refusal]>([
  ['a foreign successUrl', { body: { successUrl: 'https://app.example.com/x' }, reason: 'successUrl: https://app.ex' }],
  ['an odd cancelUrl', { body: { cancelUrl: 'javascript:x' }, reason: 'cancelUrl: is neither a path' }],
  ['an unknown plan', { body: { plan: 'gold' }, reason: 'plan: is not sold' }],
  ['a plan of another type', { body: { plan: 7 }, reason: 'plan: ' }],
  [
    'a foreign origin',
    { headers: { origin: 'https://a.example' }, status: 403, reason: 'origin https://a.example is' },
  ],
])('%s is one line a minute at warn', async (_name, { body = {}, headers = {}, status = 400, reason }) => {
  const { cookie } = await app.signUp();
  const call = () => logged(() => checkout(body, { cookie, ...headers }));
  expect(await call()).toMatchObject({ status, lines: [{ level: 40, reason: expect.stringContaining(reason) }] });
  expect((await call()).lines).toEqual([]);
});

test('a key without a user, or with an odd address, is told so', async () => {
  const authorization = `Bearer ${KEY}`;
  const missing = await logged(() => checkout({}, { authorization }));
  expect(missing).toMatchObject({ status: 400, lines: [{ level: 40, reason: 'x-user-id: is missing' }] });
  const odd = await logged(() => checkout({}, { authorization, 'x-user-id': 'u', 'x-user-email': 'x' }));
  expect(odd).toMatchObject({ status: 400, lines: [{ reason: 'x-user-email: is not one plain address' }] });
});

test('unknown keys of a body are named, and the call goes on', async () => {
  const { cookie } = await app.signUp();
  const { status, lines } = await logged(() => checkout({ success_url: '/x' }, { cookie }));
  expect(status).toBe(200);
  expect(lines).toMatchObject([{ level: 40, reason: 'unknown keys: success_url' }]);
});

test('a key that names no address buys with the known one, and so does its embed token; before, it is a mistake and no error', async () => {
  mayComplain(/request completed/);
  const login = { AUTH_JWKS_URL: 'https://login.example.com/jwks', AUTH_AUDIENCE: 'billing' };
  const beside = await startSandboxedApp('alpha', { environment: { SERVICE_KEYS, ...login } });
  const headers = { authorization: `Bearer ${KEY}`, 'x-user-id': 'user_carl' };
  const buy = async (more: Record<string, string> = {}) =>
    (await beside.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, { ...headers, ...more }))).status;
  expect([await buy(), await buy({ 'x-user-email': 'carl@example.com' })]).toEqual([500, 200]);
  expect(await buy()).toBe(200);
  const minted = await beside.call('/api/payments/embed-token', post({}, undefined, headers));
  const { token } = (await minted.json()) as { token: string };
  const embedded = { authorization: `Bearer ${token}` };
  expect((await beside.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, embedded))).status).toBe(200);
  const lines = beside.logged.map((line) => JSON.parse(line) as Line);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.find(({ reason }) => reason?.includes('x-user-email is missing'))?.level).toBe(40);
  await beside.close();
});
