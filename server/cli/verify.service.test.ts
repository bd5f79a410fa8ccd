import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';

const OPERATOR_EMAILS = 'ops@example.com,late@example.com,both@example.com';

let app: TestApp;
let billing: BillingCommand;

beforeAll(async () => {
  app = await startTestApp({ OPERATOR_EMAILS });
  billing = openCommand(app, { OPERATOR_EMAILS });
});
afterAll(async () => {
  billing.close();
  await app.close();
});

/** What the pages and the operator calls return for the session. */
async function standing(cookie: string): Promise<[operator: boolean, status: number]> {
  const { operator } = await app.trpc<{ operator: boolean }>({ cookie }, 'session.me');
  return [operator, (await app.call('/api/trpc/operator.deliveries', { headers: { cookie } })).status];
}

test('an address in the operator list has no effect until it is verified, and then takes effect in the same session', async () => {
  const { id, cookie } = await app.signUp('ops@example.com', false);
  expect(await standing(cookie)).toEqual([false, 403]);
  const { code, out } = await billing.run('verify', 'OPS@example.com');
  expect(code).toBe(0);
  expect(out).toBe(
    `OPS@example.com is now verified: the account with user id ${id}\nIt is an operator, by OPERATOR_EMAILS\n`,
  );
  expect(await standing(cookie)).toEqual([true, 200]);
});

test('a second run reports it as already verified; a user outside the list does not become an operator', async () => {
  const { id, email, cookie } = await app.signUp(undefined, false);
  expect((await billing.run('verify', email)).out).toBe(`${email} is now verified: the account with user id ${id}\n`);
  const again = await billing.run('verify', email);
  expect(again).toMatchObject({ code: 0, out: `${email} was verified already: the account with user id ${id}\n` });
  expect(await standing(cookie)).toEqual([false, 403]);
});

test('whoever signed up first with the address of an operator is not taken for the operator', async () => {
  const stranger = await app.signUp('both@example.com', false);
  const operator = await app.signUp(undefined, false);
  const { prisma } = app.deps.billing.database;
  const waiting = { email: 'waiting@unproven.invalid', wantedEmail: stranger.email };
  await prisma.user.update({ where: { id: operator.id }, data: waiting });
  const { code, err } = await billing.run('verify', stranger.email);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`--user, one of ${stranger.id} .*${operator.id} `)),
  ]);
  expect(await standing(stranger.cookie)).toEqual([false, 403]);
  expect((await billing.run('verify', stranger.email, '--user', 'somebody')).code).toBe(1);
  expect((await billing.run('verify', stranger.email, '--user', operator.id)).code).toBe(0);
  expect([await standing(stranger.cookie), await standing(operator.cookie)]).toEqual([
    [false, 403],
    [true, 200],
  ]);
  const late = await billing.run('verify', stranger.email, '--user', stranger.id);
  expect(late).toMatchObject({ code: 1, err: expect.stringContaining('nothing was changed') });
});

test('an unknown address gives exit code 1 and changes nothing', async () => {
  const { prisma } = app.deps.billing.database;
  const before = await prisma.user.count({ where: { emailVerified: true } });
  const answer = await billing.run('verify', 'nobody@example.com');
  expect(answer).toMatchObject({ code: 1, out: '' });
  expect(answer.err).toContain('No account has the address nobody@example.com; nothing was changed');
  expect(await prisma.user.count({ where: { emailVerified: true } })).toBe(before);
});

test.each([[[]], [['ada']], [['a@example.com', 'b@example.com']], [['%@example.com', '--all']]])(
  'a usage error (%j) gives exit code 2',
  async (args) => {
    expect((await billing.run('verify', ...args)).code).toBe(2);
  },
);

test('an account created again with a verified address is not verified', async () => {
  const first = await app.signUp('late@example.com', false);
  await billing.run('verify', 'late@example.com');
  expect(await standing(first.cookie)).toEqual([true, 200]);
  const deletion = {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: first.cookie },
    body: JSON.stringify({ password: 'correct horse battery' }),
  };
  expect((await app.call('/api/auth/delete-user', deletion)).status).toBe(200);
  const second = await app.signUp('late@example.com', false);
  expect(await standing(second.cookie)).toEqual([false, 403]);
});

test.each(['sign-up/email', 'update-user'])('no user can verify their own address through %s', async (path) => {
  const { id, cookie } = await app.signUp(undefined, false);
  const email = path === 'sign-up/email' ? `self-${id}@example.com`.toLowerCase() : undefined;
  const body = { name: 'Eve', password: 'correct horse battery', email, emailVerified: true, operator: true };
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  };
  await app.call(`/api/auth/${path}`, init);
  const where = { emailVerified: true, OR: [{ id }, { email: email ?? '' }] };
  expect(await app.deps.billing.database.prisma.user.count({ where })).toBe(0);
});
