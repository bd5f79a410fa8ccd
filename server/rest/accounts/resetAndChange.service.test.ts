import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { mailKept, mailsTo, proveAddress, SUBJECTS, tokenFor } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

let app: TestApp;

// The payment provider is unreachable here.
mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  app = await startTestApp(mailKept);
});
afterAll(() => app.close());

const NEW_PASSWORD = 'another horse battery';
const prisma = () => app.deps.billing.database.prisma;
const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));
const signIn = (email: string, password = PASSWORD, cookie?: string) =>
  send('sign-in/email', { email, password }, cookie);
const statusWith = async (cookie: string) =>
  (await app.call('/api/payments/subscription', { headers: { cookie } })).status;
const idOf = async (email: string) => (await prisma().user.findUnique({ where: { email } }))?.id;

async function proven() {
  const found = await app.signUpByForm();
  await proveAddress(app, found);
  return found;
}

const deviceIn = (cookie: string) => cookie.split('; ').find((each) => each.startsWith('billing.device='));

async function reset(email: string, cookie?: string): Promise<Response> {
  await send('request-password-reset', { email });
  const token = await tokenFor(app, email, SUBJECTS.reset);
  return send('reset-password', { token, newPassword: NEW_PASSWORD }, cookie);
}

describe('a forgotten password', () => {
  test('a mailed link sets a new password and ends the old one and every session', async () => {
    const { email, cookie } = await proven();
    const link = await send('request-password-reset', { email });
    expect(link.status).toBe(200);
    const token = await tokenFor(app, email, SUBJECTS.reset);
    const easy = await answerOf(await send('reset-password', { token, newPassword: 'password' }));
    expect(easy).toMatchObject({ status: 400, body: { code: 'PASSWORD_TOO_COMMON' } });
    expect((await send('reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200);
    expect(await statusWith(cookie)).toBe(401);
    expect([(await signIn(email)).status, (await signIn(email, NEW_PASSWORD)).status]).toEqual([401, 200]);
    expect((await send('reset-password', { token, newPassword: PASSWORD })).status).toBe(400);
  });

  test("neither the answer's text nor its timing reveals whether an account exists", async () => {
    const { email } = await proven();
    const ask = async (address: string) => {
      const begun = performance.now();
      const answer = await answerOf(await send('request-password-reset', { email: address }));
      return { ...answer, ms: performance.now() - begun };
    };
    await ask('warm-up@example.com');
    const [known, unknown] = [await ask(email), await ask('nobody-here@example.com')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(390);
    expect(await mailsTo(app, 'nobody-here@example.com')).toEqual([]);
  });

  test.each([{}, { token: 'x' }, { newPassword: NEW_PASSWORD }, { token: 'unknown', newPassword: NEW_PASSWORD }, []])(
    'the body %j changes nothing',
    async (body) => {
      const answer = await answerOf(await send('reset-password', body));
      expect(answer).toEqual({ status: 400, body: expect.objectContaining({ error: expect.any(String) }) });
    },
  );

  test('an account that never bought, in the browser that signed in: the reset verifies its address', async () => {
    const { email, id, cookie } = await app.signUpByForm();
    expect((await reset(email, deviceIn(cookie))).status).toBe(200);
    expect(await statusWith(cookie)).toBe(401);
    expect(await prisma().user.findUnique({ where: { email } })).toMatchObject({ id, emailVerified: true });
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('a paying account with an unverified address, in the browser that signed in: the account is recovered', async () => {
    const payer = await app.signUpByForm();
    await addCustomer(app, payer);
    expect((await reset(payer.email, deviceIn(payer.cookie))).status).toBe(200);
    expect(await idOf(payer.email)).toBe(payer.id);
    expect(await statusWith(payer.cookie)).toBe(401);
    expect((await signIn(payer.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("another person's account that never bought: the reader gets a new account", async () => {
    const squatter = await app.signUpByForm();
    await addCustomer(app, squatter);
    expect((await reset(squatter.email)).status).toBe(200);
    const owner = await idOf(squatter.email);
    expect(owner).toEqual(expect.any(String));
    expect(owner).not.toBe(squatter.id);
    expect(await statusWith(squatter.cookie)).toBe(200);
    expect((await signIn(squatter.email, NEW_PASSWORD)).status).toBe(200);
    expect(await prisma().customer.count({ where: { userId: squatter.id } })).toBe(1);
  });

  test('strangers cannot flood a mailbox', async () => {
    const limited = await startTestApp({ ...mailKept, ACCOUNT_LIMIT: '3' });
    const ask = (email: string) => limited.call('/api/auth/request-password-reset', post({ email }));
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await ask('victim@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await ask('other@example.com')).status).toBe(200);
    await limited.close();
  });
});

describe('a change of the address', () => {
  const change = (newEmail: string, cookie: string, password = PASSWORD) =>
    send('change-address', { newEmail, password }, cookie);
  const confirm = async (email: string, subject: RegExp, cookie: string) =>
    answerOf(await send('verify-address', { token: await tokenFor(app, email, subject) }, cookie));

  test('is confirmed at both addresses, and the old one is notified', async () => {
    const { id, email, cookie } = await proven();
    const newEmail = `new-${email}`;
    expect((await change(newEmail, cookie)).status).toBe(200);
    expect((await confirm(newEmail, SUBJECTS.confirm, cookie)).body).toEqual({ status: 'waiting', email: newEmail });
    expect(await idOf(email)).toBe(id);
    expect((await confirm(email, SUBJECTS.approve, cookie)).body).toMatchObject({ status: 'changed', email: newEmail });
    expect([await idOf(email), await idOf(newEmail)]).toEqual([undefined, id]);
    expect((await mailsTo(app, email))[0]?.subject).toMatch(SUBJECTS.changed);
    expect([(await signIn(email)).status, (await signIn(newEmail)).status]).toEqual([401, 200]);
  });

  test('needs the password, and only the last request counts', async () => {
    const { email, cookie } = await proven();
    expect((await change(`a-${email}`, cookie, 'wrong password')).status).toBe(400);
    expect((await send('change-address', { newEmail: `a-${email}`, password: PASSWORD })).status).toBe(401);
    expect((await change('not an address', cookie)).status).toBe(400);
    await change(`a-${email}`, cookie);
    await change(`b-${email}`, cookie);
    const token = await tokenFor(app, `a-${email}`, SUBJECTS.confirm);
    expect((await send('verify-address', { token }, cookie)).status).toBe(400);
  });

  test("to another account's address gets the same answer and leaves the address with its owner", async () => {
    const [taken, { email, cookie }] = [await proven(), await proven()];
    const answers = [
      await answerOf(await change(taken.email, cookie)),
      await answerOf(await change(`c-${email}`, cookie)),
    ];
    expect(answers[0]).toEqual(answers[1]);
    expect((await mailsTo(app, taken.email))[0]?.subject).toMatch(SUBJECTS.exists);
    expect(await idOf(taken.email)).toBe(taken.id);
  });
});

describe('a sign-in', () => {
  test('from a new device sends a mail; from a known device it does not', async () => {
    const { email } = await proven();
    const devices = async () =>
      (await mailsTo(app, email)).filter(({ subject }) => SUBJECTS.device.test(subject)).length;
    const response = await signIn(email);
    expect(await devices()).toBe(1);
    const device = response.headers
      .getSetCookie()
      .find((line) => line.startsWith('billing.device='))
      ?.split(';')[0];
    await signIn(email, PASSWORD, device);
    expect(await devices()).toBe(1);
    await signIn(email, 'wrong password');
    expect(await devices()).toBe(1);
  });

  test('sends no mail to an unverified address', async () => {
    const { email } = await app.signUpByForm();
    await signIn(email);
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });
});
