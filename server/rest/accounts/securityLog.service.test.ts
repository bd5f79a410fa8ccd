import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept, mailsTo, SUBJECTS, tokenFor } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { addressMark } from '../securityLog.ts';

let app: TestApp;

mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  app = await startTestApp({ ...mailKept, ACCOUNT_LIMIT: '6', TRUST_PROXY: '1', EXPORT_LIMIT: '1' });
});
afterAll(() => app.close());

const FROM = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'request-of-the-proxy' };
const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie, FROM));

interface Line {
  security?: string;
  outcome: string;
  userId?: string;
  account?: string;
  sender: string;
  requestId: string;
}

const lines = () => app.logged.map((line) => JSON.parse(line) as Line).filter(({ security }) => security);

async function logged(work: () => Promise<unknown>): Promise<Line[]> {
  const before = lines().length;
  await work();
  return lines().slice(before);
}

test('each security event is one line that tells who, from where, and how it ended', async () => {
  const email = 'Watched@example.com';
  const account = addressMark(email, app.deps.settings.keys.sessions);
  const about = { sender: '203.0.113.7', requestId: 'request-of-the-proxy' };
  let cookie = '';
  const up = await logged(async () => {
    cookie = cookieOf(await send('sign-up/email', { name: 'Ada', email, password: PASSWORD }));
  });
  const [{ userId } = {} as Line] = up;
  expect(up).toMatchObject([{ security: 'sign_up', outcome: 'ok', userId: expect.any(String), account, ...about }]);
  const token = await tokenFor(app, 'watched@example.com', SUBJECTS.verify);
  const calls: [string, string, string, object, string][] = [
    ['sign_in', 'refused', 'sign-in/email', { email, password: 'wrong password' }, ''],
    ['sign_in', 'ok', 'sign-in/email', { email: email.toLowerCase(), password: PASSWORD }, ''],
    ['address_proof', 'ok', 'verify-address', { token }, cookie],
    ['address_change', 'refused', 'change-address', { newEmail: 'new@example.com', password: 'x' }, cookie],
    ['password_change', 'refused', 'change-password', { currentPassword: 'x', newPassword: 'new battery' }, cookie],
    ['reset_requested', 'ok', 'request-password-reset', { email }, ''],
    ['password_reset', 'refused', 'reset-password', { token: 'x', newPassword: 'another battery' }, ''],
    ['sign_out', 'ok', 'sign-out', {}, cookie],
  ];
  for (const [event, outcome, path, body, session] of calls) {
    const found = await logged(() => send(path, body, session || undefined));
    expect(found, path).toMatchObject([{ security: event, outcome, ...about }]);
    if (session) expect(found[0]?.userId, path).toBe(userId);
    if ('email' in body) expect(found[0]?.account, path).toBe(account);
  }
  expect(
    lines()
      .map((line) => JSON.stringify(line))
      .join(),
  ).not.toMatch(/watched@example/i);
});

test('calls that are forbidden or too many are such lines too', async () => {
  const email = 'attacked@example.com';
  const guesses = await logged(async () => {
    for (let time = 0; time < 7; time += 1) await send('sign-in/email', { email, password: `wrong ${time}` });
  });
  const account = addressMark(email, app.deps.settings.keys.sessions);
  expect(guesses.map(({ outcome }) => outcome)).toEqual([...Array(6).fill('refused'), 'too_many_requests']);
  expect(guesses.at(-1)).toMatchObject({ security: 'sign_in', account, sender: '203.0.113.7' });
  const { cookie } = await app.signUp();
  const foreign = post({ plan: 'pro' }, cookie, { origin: 'https://evil.example.com' });
  const refused = await logged(() => app.call('/api/payments/checkout', foreign));
  expect(refused).toMatchObject([{ security: 'call /api/payments/checkout', outcome: 'forbidden' }]);
});

test('mails about new devices and changes of address are limited per mailbox', async () => {
  const person = await app.signUpByForm();
  await send('verify-address', { token: await tokenFor(app, person.email, SUBJECTS.verify) }, person.cookie);
  for (let time = 0; time < 9; time += 1) await send('sign-in/email', { email: person.email, password: PASSWORD });
  const devices = (await mailsTo(app, person.email)).filter(({ subject }) => SUBJECTS.device.test(subject));
  expect(devices.length).toBeGreaterThan(0);
  expect((await mailsTo(app, person.email)).length).toBeLessThanOrEqual(6);
  const body = { newEmail: 'somewhere@example.com', password: PASSWORD };
  expect((await send('change-address', body, person.cookie)).status).toBe(429);
});
