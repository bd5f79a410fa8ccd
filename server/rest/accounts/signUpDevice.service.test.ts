import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept, proveAddress, SUBJECTS, tokenFor } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

/** Where mails prove addresses: strangers' guesses don't lock out the browser in which somebody signed up. */
const ACCOUNT_LIMIT = 4;
let app: TestApp;

mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  app = await startTestApp({ ...mailKept, ACCOUNT_LIMIT: `${ACCOUNT_LIMIT}` });
});
afterAll(() => app.close());

const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));
const signIn = (email: string, password = PASSWORD, cookie?: string) =>
  send('sign-in/email', { email, password }, cookie);
const deviceOf = (cookies: string) => /billing\.device=[^;]+/.exec(cookies)?.[0] ?? '';

async function guess(email: string, cookie?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < ACCOUNT_LIMIT + 1; time += 1)
    statuses.push((await signIn(email, `wrong ${time} password`, cookie)).status);
  return statuses;
}

const LOCKED = [...Array(ACCOUNT_LIMIT).fill(401), 429];
const forgetMails = () => app.deps.billing.database.prisma.rateLimit.deleteMany();

async function person(email: string, password = PASSWORD) {
  const response = await send('sign-up/email', { name: 'Ada', email, password });
  await forgetMails();
  return { email, cookie: cookieOf(response), device: deviceOf(cookieOf(response)) };
}

test.each([
  ['an unverified address', 'before@example.com', async () => {}],
  ['an address verified in another browser', 'after@example.com', proveAddress],
])('with %s, the browser that signed up is not locked out', async (_name, email, then) => {
  const { cookie, device } = await person(email);
  await then(app, { email, cookie });
  expect(await guess(email)).toEqual(LOCKED);
  expect((await signIn(email)).status).toBe(429);
  for (let time = 0; time < ACCOUNT_LIMIT + 2; time += 1)
    expect((await signIn(email, PASSWORD, device)).status).toBe(200);
});

test('verifying an address in a browser makes it known by that address', async () => {
  const { email, cookie } = await person('verified-here@example.com');
  const token = await tokenFor(app, email, SUBJECTS.verify);
  const verified = await send('verify-address', { token }, cookie);
  const device = deviceOf(cookieOf(verified));
  expect(app.deps.devices.nameOf(device, email)).not.toBeNull();
});

test('proving an address that opens another account makes the browser known by it, too', async () => {
  const bought = await person('opened-here@example.com');
  const { prisma } = app.deps.billing.database;
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: bought.email } });
  const grant = { id: crypto.randomUUID(), userId, plan: 'pro', reason: 'a gift', grantedBy: 'test' };
  await prisma.accessGrant.create({ data: grant });
  const { email, cookie } = await person(bought.email, 'another password');
  const opened = await send('verify-address', { token: await tokenFor(app, email, SUBJECTS.verify) }, cookie);
  expect(await opened.clone().json()).toMatchObject({ status: 'opened' });
  expect(app.deps.devices.nameOf(deviceOf(cookieOf(opened)), email)).not.toBeNull();
});

test("whoever signs up with another person's address gets no further guesses at its owner's password", async () => {
  const email = 'owner@example.com';
  const owner = await person(email);
  await proveAddress(app, owner);
  const stranger = await person(email, 'the password of a stranger');
  expect(await guess(email)).toEqual(LOCKED);
  // The browser is known for the stranger's account, so only that account's password is tried.
  expect((await signIn(email, PASSWORD, stranger.device)).status).toBe(401);
  expect((await signIn(email, 'the password of a stranger', stranger.device)).status).toBe(200);
});

test('nor at the password of somebody who signs up with it later', async () => {
  const email = 'squatted@example.com';
  const stranger = await person(email, 'the password of a stranger');
  const owner = await person(email);
  expect(await guess(email)).toEqual(LOCKED);
  expect((await signIn(email, PASSWORD, stranger.device)).status).toBe(401);
  expect((await signIn(email, PASSWORD, owner.device)).status).toBe(200);
});

test('whoever signed up with the address first does not forgive guesses by signing in', async () => {
  const email = 'shared@example.com';
  const stranger = await person(email, 'the password of a stranger');
  await person(email);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (const wrong of ['one', 'two']) statuses.push((await signIn(email, `wrong ${round} ${wrong}`)).status);
    expect((await signIn(email, 'the password of a stranger', stranger.device)).status).toBe(200);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT_LIMIT - 1);
});
