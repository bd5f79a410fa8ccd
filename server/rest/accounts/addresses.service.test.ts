import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { answerOf, cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept, mailsTo, proveAddress, SUBJECTS, tokenFor } from '../../testing/logins/mails.ts';
import type { Me } from '../../testing/logins/socialVisits.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

/** Accounts that can't be stolen (reliability, promise 23): what a verified address proves, and who gets it. */
let app: TestApp;

// The payment provider is unreachable here.
mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  app = await startTestApp({ ...mailKept, OPERATOR_EMAILS: 'ops@example.com' });
});
afterAll(() => app.close());

const NEW_PASSWORD = 'another horse battery';
const prisma = () => app.deps.billing.database.prisma;
const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));
const signUp = (email: string, password = PASSWORD) => send('sign-up/email', { name: 'Ada', email, password });
const signIn = (email: string, password = PASSWORD, cookie?: string) =>
  send('sign-in/email', { email, password }, cookie);
const me = (cookie: string) => app.trpc<Me | null>({ cookie }, 'session.me');

let people = 0;
const address = () => `address-${++people}@example.com`;

async function person(email = address()) {
  const response = await signUp(email);
  const { user } = (await response.json()) as { user: { id: string } };
  return { id: user.id, email, cookie: cookieOf(response) };
}

async function proven(email?: string) {
  const found = await person(email);
  await proveAddress(app, found);
  return found;
}

describe('verifying an address', () => {
  test("a mailed link in the reader's language verifies the address once", async () => {
    const email = address();
    const account = { name: 'Ada', email, password: PASSWORD };
    const german = { 'accept-language': 'de-AT,en;q=0.5' };
    const response = await app.call('/api/auth/sign-up/email', post(account, undefined, german));
    const cookie = cookieOf(response);
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual(['Bestätigen Sie Ihre E-Mail-Adresse']);
    const token = await tokenFor(app, email, /^Bestätigen/);
    expect(await me(cookie)).toMatchObject({ email, emailVerified: false });
    const verified = { status: 200, body: { status: 'verified', email, others: 0 } };
    expect(await answerOf(await send('verify-address', { token }, cookie))).toEqual(verified);
    expect(await me(cookie)).toMatchObject({ email, emailVerified: true });
    expect((await send('verify-address', { token }, cookie)).status).toBe(400);
  });

  test('the link verifies nothing without a session, for another account, or after it expires', async () => {
    const [owner, other] = [await person(), await person()];
    const token = await tokenFor(app, owner.email, SUBJECTS.verify);
    expect((await send('verify-address', { token })).status).toBe(401);
    expect(await answerOf(await send('verify-address', { token }, other.cookie))).toMatchObject({
      status: 403,
      body: { code: 'OTHER_ACCOUNT', error: expect.any(String) },
    });
    await prisma().addressProof.updateMany({ where: { userId: owner.id }, data: { expiresAt: new Date() } });
    expect((await send('verify-address', { token }, owner.cookie)).status).toBe(400);
    expect(await me(owner.cookie)).toMatchObject({ emailVerified: false });
    expect(await me(other.cookie)).toMatchObject({ emailVerified: false });
  });

  test.each([{}, { token: '' }, { token: 1 }, { token: 'x'.repeat(201) }, { token: null }, []])(
    'the body %j is refused',
    async (body) => {
      const { cookie } = await person();
      const answer = await answerOf(await send('verify-address', body, cookie));
      expect(answer).toEqual({ status: 400, body: expect.objectContaining({ error: expect.any(String) }) });
    },
  );

  test('the mail is sent again on request until the address is verified', async () => {
    const { email, cookie } = await person();
    expect((await send('resend-verification', {}, cookie)).status).toBe(200);
    expect(await mailsTo(app, email)).toHaveLength(2);
    await proveAddress(app, { email, cookie });
    expect((await send('resend-verification', {}, cookie)).status).toBe(400);
    expect((await send('resend-verification', {})).status).toBe(401);
  });

  test('an account is an operator only after its address is verified', async () => {
    const stranger = await person('ops@example.com');
    expect(await me(stranger.cookie)).toMatchObject({ operator: false });
    const operator = await proven('ops@example.com');
    expect(await me(operator.cookie)).toMatchObject({ email: 'ops@example.com', operator: true });
    expect(await me(stranger.cookie)).toMatchObject({ email: '', operator: false });
  });
});

describe('an address that belongs to another account', () => {
  const shapeOf = async (response: Response) => {
    const { status, body } = await answerOf(response.clone());
    const { user, ...rest } = body as { user: Record<string, unknown> };
    const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));
    const shown: Record<string, unknown> = { ...user, id: typeof user.id };
    return { status, keys: Object.keys(rest), user: shown, cookies };
  };

  test('signing up does not reveal whether the address is taken', async () => {
    const [fresh, unproven, taken] = [address(), await person(), await proven()];
    const answers = [];
    for (const email of [fresh, unproven.email, taken.email]) {
      const response = await signUp(email, NEW_PASSWORD);
      const { user, ...shape } = await shapeOf(response);
      answers.push({ ...shape, user: { ...user, email: user.email === email, createdAt: '', updatedAt: '' } });
      const shown = (await (
        await app.call('/api/auth/get-session', { headers: { cookie: cookieOf(response) } })
      ).json()) as { user: object };
      expect(shown.user).toMatchObject({ email, emailVerified: false });
      expect(shown.user).not.toHaveProperty('wantedEmail');
      expect(await me(cookieOf(response))).toMatchObject({ email, emailVerified: false });
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('the owner gets a mail, and nobody gets a link that would take the address', async () => {
    const { email, id } = await proven();
    await signUp(email, NEW_PASSWORD);
    const [mail] = await mailsTo(app, email);
    expect(mail?.subject).toMatch(SUBJECTS.exists);
    expect(mail?.text).not.toContain('token=');
    expect((await signIn(email)).status).toBe(200);
    expect(await prisma().user.findUnique({ where: { email } })).toMatchObject({ id, emailVerified: true });
  });

  test('squatted: the verified owner gets a new account; the old one loses only the address', async () => {
    const squatter = await person();
    await addCustomer(app, squatter);
    const owner = await signUp(squatter.email, NEW_PASSWORD);
    const cookie = cookieOf(owner);
    await proveAddress(app, { email: squatter.email, cookie });
    const found = await me(cookie);
    expect(found).toMatchObject({ email: squatter.email, emailVerified: true });
    expect(found?.id).not.toBe(squatter.id);
    expect(await me(squatter.cookie)).toMatchObject({ id: squatter.id, email: '', emailVerified: false });
    expect(await prisma().customer.count({ where: { userId: squatter.id } })).toBe(1);
    expect((await signIn(squatter.email)).status).toBe(401);
    expect((await signIn(squatter.email, NEW_PASSWORD)).status).toBe(200);
    const checkout = await app.call('/api/payments/checkout', post({ plan: 'pro' }, squatter.cookie));
    expect(await answerOf(checkout)).toEqual({ status: 403, body: { error: 'Email address not verified' } });
  });

  test('squatted: the old account names another address and continues', async () => {
    const squatter = await person();
    const cookie = cookieOf(await signUp(squatter.email, NEW_PASSWORD));
    await proveAddress(app, { email: squatter.email, cookie });
    const newEmail = address();
    const change = await send('change-address', { newEmail, password: PASSWORD }, squatter.cookie);
    expect(change.status).toBe(200);
    const token = await tokenFor(app, newEmail, SUBJECTS.confirm);
    expect((await send('verify-address', { token }, squatter.cookie)).status).toBe(200);
    expect(await me(squatter.cookie)).toMatchObject({ id: squatter.id, email: newEmail, emailVerified: true });
  });

  test('a pending sign-up cannot reset the count of password guesses for the address', async () => {
    const limited = await startTestApp({ ...mailKept, ACCOUNT_LIMIT: '6' });
    const { email, cookie } = await limited.signUpByForm();
    await proveAddress(limited, { email, cookie });
    const call = (path: string, body: object) => limited.call(`/api/auth/${path}`, post(body));
    await call('sign-up/email', { name: 'M', email, password: NEW_PASSWORD });
    const statuses = [];
    for (let time = 0; time < 9; time += 1) {
      const password = time % 3 === 2 ? NEW_PASSWORD : `guess number ${time}`;
      statuses.push((await call('sign-in/email', { email, password })).status);
    }
    expect(statuses).toEqual([401, 401, 200, 401, 401, 200, 429, 429, 429]);
    await limited.close();
  });
});

describe('without mail', () => {
  test('features that need mail say so, and a second sign-up is refused', async () => {
    const without = await startTestApp();
    const { email, cookie } = await without.signUpByForm();
    const call = async (path: string, body: object, own?: string) =>
      answerOf(await without.call(`/api/auth/${path}`, post(body, own)));
    const off = { status: 400, body: expect.objectContaining({ code: 'MAIL_OFF', error: expect.any(String) }) };
    expect(await call('resend-verification', {}, cookie)).toEqual(off);
    expect(await call('change-address', { newEmail: address(), password: PASSWORD }, cookie)).toEqual(off);
    expect(await call('request-password-reset', { email })).toEqual(off);
    expect((await call('sign-up/email', { name: 'Ada', email, password: PASSWORD })).status).toBe(422);
    await without.close();
  });
});
