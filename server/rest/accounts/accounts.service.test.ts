import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

mayComplain(/Accounts: (Invalid password|User not found)/);

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ ACCOUNT_LIMIT: '4' });
});
afterAll(() => app.close());

const send = (path: string, body: unknown, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));

const signIn = (email: string, password: string) => send('sign-in/email', { email, password });

describe('with a stolen session', () => {
  const guesses: [string, (password: string) => [string, object]][] = [
    [
      'a change of the password',
      (password) => ['change-password', { currentPassword: password, newPassword: 'x1y2z3-4' }],
    ],
    ['the deletion of the account', (password) => ['delete-user', { password }]],
  ];

  test.each(guesses)('guessing the password by %s fails and locks nobody out', async (_name, make) => {
    const { email, cookie } = await app.signUp();
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const [path, body] = make(`wrong ${time} password`);
      statuses.push((await send(path, body, cookie)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429, 429]);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test.each([{}, { password: '' }, { password: null }, { callbackURL: '/' }, { token: 'x' }, []])(
    'does not delete the account with %j',
    async (body) => {
      const { id, cookie } = await app.signUp();
      const response = await send('delete-user', body, cookie);
      expect(response.status).toBe(400);
      expect(await response.json()).toHaveProperty('error', expect.any(String));
      expect(await app.deps.billing.database.prisma.user.count({ where: { id } })).toBe(1);
    },
  );

  test('the right password deletes the account', async () => {
    const { id, cookie } = await app.signUp();
    expect((await send('delete-user', { password: PASSWORD }, cookie)).status).toBe(200);
    expect(await app.deps.billing.database.prisma.user.count({ where: { id } })).toBe(0);
  });
});

describe('the request body is bounded', () => {
  const account = { name: 'Ada', email: 'bounds@example.com', password: PASSWORD };

  test.each([
    ['a name of 90 kB', { ...account, name: 'x'.repeat(90_000) }],
    ['a name of 101 letters', { ...account, name: 'x'.repeat(101) }],
    ['an address of 300 letters', { ...account, email: `${'x'.repeat(290)}@example.com` }],
    ['a picture of 20 kB', { ...account, image: `https://example.com/${'x'.repeat(20_000)}` }],
  ])('%s creates no account', async (_name, body) => {
    const response = await send('sign-up/email', body);
    expect([400, 413]).toContain(response.status);
    expect(await response.json()).toHaveProperty('error', expect.any(String));
    expect(await app.deps.billing.database.prisma.user.count({ where: { email: account.email } })).toBe(0);
  });

  test('a new name stays within the bounds', async () => {
    const { id, cookie } = await app.signUp();
    const change = (name: string) => send('update-user', { name }, cookie);
    expect([(await change('x'.repeat(101))).status, (await change('y'.repeat(100))).status]).toEqual([400, 200]);
    const user = await app.deps.billing.database.prisma.user.findUnique({ where: { id } });
    expect(user?.name).toBe('y'.repeat(100));
  });

  test('unknown fields and a long user agent are cut', async () => {
    const body = {
      ...account,
      email: 'extra@example.com',
      image: 'https://example.com/x',
      emailVerified: true,
      role: 'x',
    };
    const headers = { 'user-agent': 'x'.repeat(8_000) };
    expect((await app.call('/api/auth/sign-up/email', post(body, undefined, headers))).status).toBe(200);
    const where = { email: body.email };
    const user = await app.deps.billing.database.prisma.user.findUnique({ where, include: { sessions: true } });
    expect(user).toMatchObject({ image: null, emailVerified: false });
    expect(user?.sessions.map(({ userAgent }) => userAgent?.length)).toEqual([300]);
  });
});

describe('easily guessed passwords', () => {
  const refused = {
    status: 400,
    body: expect.objectContaining({ code: 'PASSWORD_TOO_COMMON', error: expect.any(String) }),
  };

  test.each(['password', '12345678', 'Password1', 'aaaaaaaa', 'guessed.person'])(
    '%s creates no account',
    async (password) => {
      const body = { name: 'Ada', email: 'guessed.person@example.com', password };
      expect(await answerOf(await send('sign-up/email', body))).toEqual(refused);
      expect(await app.deps.billing.database.prisma.user.count({ where: { email: body.email } })).toBe(0);
    },
  );

  test('are refused as a new password', async () => {
    const { email, cookie } = await app.signUp();
    const passwords = { currentPassword: PASSWORD, newPassword: 'iloveyou' };
    expect(await answerOf(await send('change-password', passwords, cookie))).toEqual(refused);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('do not sign in or reveal that an account exists', async () => {
    const { email } = await app.signUp();
    const known = await answerOf(await signIn(email, 'password'));
    expect(known).toEqual(await answerOf(await signIn('nobody-at-all@example.com', 'password')));
    expect(known.status).toBe(401);
  });
});
