import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import { withRealPasswords } from '../testing/app/quickPasswords.ts';
import { answerOf, cookieOf, post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { accountRoutes } from './accounts/accounts.ts';
import { answerErrors } from './errors.ts';

mayComplain(/Accounts: (Invalid password|User not found)/);

const ACCOUNT_LIMIT = 4;
const ADDRESS_LIMIT = 60;
const TOO_MANY = { status: 429, body: { error: 'Too many requests' } };

let app: TestApp;
/** A second process on the same database. */
let peer: TestApp;

beforeAll(async () => {
  const limits = { ACCOUNT_LIMIT: `${ACCOUNT_LIMIT}`, ADDRESS_LIMIT: `${ADDRESS_LIMIT}`, TRUST_PROXY: '1' };
  app = await startTestApp(limits);
  peer = await startTestApp(limits, app);
});
afterAll(async () => {
  await peer.close();
  await app.close();
});
afterEach(() => app.deps.billing.database.prisma.rateLimit.deleteMany());

let senders = 0;
/** Each from its own address, so that only the account's count can refuse it. */
function elsewhere() {
  senders += 1;
  return { 'x-forwarded-for': `203.0.113.${senders % 250}` };
}

const signIn = (email: string, password: string, cookie?: string) =>
  app.call('/api/auth/sign-in/email', post({ email, password }, cookie, elsewhere()));

async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await signIn(email, `wrong ${time} password`)).status);
  return statuses;
}

/** Only the account routes. Resolves to their address and a function that stops them. */
async function serve(routes: RequestHandler): Promise<[url: string, close: () => void]> {
  const server = express().all('/api/auth/*splat', routes, answerErrors(app.deps.log)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => server.close()];
}

const deviceOf = (cookies: string) => /billing\.device=[^;]+/.exec(cookies)?.[0] ?? '';

const locked = (many: number) => [...Array(ACCOUNT_LIMIT).fill(401), ...Array(many - ACCOUNT_LIMIT).fill(429)];

describe('a flood of wrong passwords is not forgiven by', () => {
  const attempts: [string, (email: string, cookie: string) => Promise<Response>][] = [
    ['sign-out with the address', (email) => app.call('/api/auth/sign-out', post({ email }, undefined, elsewhere()))],
    [
      'sign-out of another session with the address',
      (email, cookie) => app.call('/api/auth/sign-out', post({ email }, cookie, elsewhere())),
    ],
    [
      'another change of the attacker’s own account',
      (email, cookie) => app.call('/api/auth/update-user', post({ name: 'Eve', email }, cookie, elsewhere())),
    ],
    ['a read that names it', (email) => app.call(`/api/auth/get-session?email=${email}`)],
    ['a success at another process', (email, cookie) => peer.call('/api/auth/sign-out', post({ email }, cookie))],
  ];

  test.each(attempts)('%s', async (_name, forgive) => {
    const victim = await app.signUpByForm();
    const attacker = await app.signUpByForm();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push(...(await guess(victim.email, 3)));
      await forgive(victim.email, attacker.cookie);
    }
    expect(statuses).toEqual(locked(9));
  });

  test("the attacker's own sign-in with the victim's address in an extra field", async () => {
    const victim = await app.signUpByForm();
    const attacker = await app.signUpByForm();
    expect(await guess(victim.email, 6)).toEqual(locked(6));
    const body = `{"email":"${victim.email}","email":"${attacker.email}","password":"${PASSWORD}"}`;
    expect((await app.call('/api/auth/sign-in/email', post(body, undefined, elsewhere()))).status).toBe(200);
    expect(await guess(victim.email, 2)).toEqual([429, 429]);
  });

  test('changing the case of the address', async () => {
    const { email } = await app.signUpByForm();
    const written = [email, email.toUpperCase(), email.replace('p', 'P'), email, email.toUpperCase(), email];
    const statuses: number[] = [];
    for (const each of written) statuses.push((await signIn(each, 'wrong password')).status);
    expect(statuses).toEqual(locked(written.length));
  });
});

describe('nobody is locked out by', () => {
  const ways: [string, (email: string) => Promise<Response>][] = [
    ['sign-outs', (email) => app.call('/api/auth/sign-out', post({ email }, undefined, elsewhere()))],
    [
      'sign-ups with the address',
      (email) =>
        app.call('/api/auth/sign-up/email', post({ name: 'Eve', email, password: PASSWORD }, undefined, elsewhere())),
    ],
    ['unknown paths', (email) => app.call('/api/auth/nothing', post({ email }, undefined, elsewhere()))],
    [
      'password resets',
      (email) => app.call('/api/auth/request-password-reset', post({ email }, undefined, elsewhere())),
    ],
    [
      'sign-ins without a password',
      (email) => app.call('/api/auth/sign-in/social', post({ email, provider: 'github' }, undefined, elsewhere())),
    ],
  ];

  test.each(ways)('%s that name the address', async (_name, send) => {
    const { email } = await app.signUpByForm();
    for (let time = 0; time < 3 * ACCOUNT_LIMIT; time += 1) await send(email);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('a GET with a body that names the address', async () => {
    const { email } = await app.signUpByForm();
    const { request } = await import('node:http');
    const body = JSON.stringify({ email });
    for (const path of ['get-session', 'sign-in/email', 'anything'])
      for (let time = 0; time < 2 * ACCOUNT_LIMIT; time += 1)
        await new Promise((resolve, reject) => {
          const headers = { 'content-type': 'application/json', 'content-length': body.length, ...elsewhere() };
          const sent = request(`${app.url}/api/auth/${path}`, { method: 'GET', headers }, (response) => {
            response.resume().once('end', resolve);
          });
          sent.once('error', reject);
          sent.end(body);
        });
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('a flood of wrong passwords', () => {
  test('keeps strangers out, even with the right password, but not a known device', async () => {
    const { email } = await app.signUpByForm();
    const home = deviceOf(cookieOf(await signIn(email, PASSWORD)));
    expect(await guess(email, 8)).toEqual(locked(8));
    expect(await answerOf(await signIn(email, PASSWORD))).toEqual(TOO_MANY);
    for (let time = 0; time < 3; time += 1) expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    expect(await answerOf(await signIn(email, PASSWORD))).toEqual(TOO_MANY);
  });

  test('on many accounts, from many addresses, does not block a known device', async () => {
    await withRealPasswords(app.deps.auth, async () => {
      const { email } = await app.signUpByForm();
      const home = deviceOf(cookieOf(await signIn(email, PASSWORD)));
      const [narrow, close] = await serve(accountRoutes(app.deps, { atOnce: 1, mostWaiting: 1 }));
      const enter = async (name: string, cookie?: string) =>
        (
          await fetch(
            `${narrow}/api/auth/sign-in/email`,
            post({ email: name, password: PASSWORD }, cookie, elsewhere()),
          )
        ).status;
      const flood = Array.from({ length: 12 }, (_, n) => enter(`stranger-${n}@example.com`));
      // A refused sign-in need not wait for a password's hash.
      expect(await Promise.race(flood)).toBe(429);
      expect(await enter(email, home)).toBe(200);
      await Promise.all(flood);
      close();
    });
  });

  test('does the same at another process', async () => {
    const { email, cookie } = await app.signUpByForm();
    await guess(email, 8);
    const at = (cookies?: string) =>
      peer.call('/api/auth/sign-in/email', post({ email, password: PASSWORD }, cookies, elsewhere()));
    expect([(await at()).status, (await at(deviceOf(cookie))).status]).toEqual([429, 200]);
  });

  test('from a known device has its own count, which the right password resets', async () => {
    const { email, cookie } = await app.signUpByForm();
    const device = deviceOf(cookie);
    const from = async (password: string) => (await signIn(email, password, device)).status;
    for (let round = 0; round < 3; round += 1) {
      expect(await from('wrong password')).toBe(401);
      expect(await from(PASSWORD)).toBe(200);
    }
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) statuses.push(await from('wrong password'));
    expect(statuses).toEqual(locked(7));
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['of another account', (other: string) => other],
    ['that was made up', () => 'billing.device=YWJjZGVmZ2hpamtsbW5vcA.20400.c2lnbmF0dXJl'],
    ['that was changed', (_: string, own: string) => own.replace(/\.(\d+)\./, (_all, day) => `.${Number(day) + 1}.`)],
    ['that is empty', () => 'billing.device='],
  ])('a device mark %s gives nothing', async (_name, make) => {
    const [victim, other] = [await app.signUpByForm(), await app.signUpByForm()];
    const mark = make(deviceOf(other.cookie), deviceOf(victim.cookie));
    await guess(victim.email, ACCOUNT_LIMIT);
    expect((await signIn(victim.email, PASSWORD, mark)).status).toBe(429);
    expect((await signIn(victim.email, PASSWORD, deviceOf(victim.cookie))).status).toBe(200);
  });

  test('a browser stays known for the accounts that signed in with it before', async () => {
    const [ada, eve] = [await app.signUpByForm(), await app.signUpByForm()];
    const both = deviceOf(cookieOf(await signIn(eve.email, PASSWORD, deviceOf(ada.cookie))));
    for (const { email } of [ada, eve]) {
      await guess(email, ACCOUNT_LIMIT);
      expect((await signIn(email, PASSWORD, both)).status).toBe(200);
    }
  });

  test('a wrong password does not make a device known', async () => {
    const { email } = await app.signUpByForm();
    expect((await signIn(email, 'wrong password')).headers.getSetCookie()).toEqual([]);
  });

  test('scripts cannot read the mark, and it is sent to the account routes only', async () => {
    const { email } = await app.signUpByForm();
    const line = (await signIn(email, PASSWORD)).headers.getSetCookie().find((each) => each.includes('billing.device'));
    expect(line).toMatch(/^billing\.device=[\w.~-]+; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    expect(line).not.toContain(email);
  });
});
