import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { mailKept, mailsTo, proveAddress, SUBJECTS } from '../../testing/logins/mails.ts';
import { type SocialCompanies, socialSettings, startSocialCompanies } from '../../testing/logins/socialCompanies.ts';
import { BACK, comeBack, goThere, me } from '../../testing/logins/socialVisits.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

/** Signing in with Google or GitHub: which account it opens, and which addresses count as verified. */
let app: TestApp;
let companies: SocialCompanies;

// The payment provider is unreachable here, and refusals are logged.
mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  companies = await startSocialCompanies();
  app = await startTestApp({ ...mailKept, ...socialSettings(companies.url), OPERATOR_EMAILS: 'ops@example.com' });
});
afterAll(async () => {
  await app.close();
  await companies.close();
});

let people = 0;
beforeEach(() => {
  people += 1;
  companies.person = { id: people, email: `social-${people}@example.com`, emailVerified: true };
});

const prisma = () => app.deps.billing.database.prisma;
const enter = async (name: string, cookie?: string) => comeBack(app, await goThere(app, name, { cookie }));

describe.each(['google', 'github'])('%s', (name) => {
  test('a new user gets an account with the verified address', async () => {
    const { id, email } = companies.person;
    const { status, location, me: entered } = await enter(name);
    expect({ status, location }).toEqual({ status: 302, location: BACK.callbackURL });
    expect(entered).toMatchObject({ email, emailVerified: true, operator: false });
    expect(await mailsTo(app, email ?? '')).toEqual([]);
    const [account, ...others] = await prisma().account.findMany({ where: { userId: entered?.id } });
    expect(others).toEqual([]);
    const none = { accessToken: null, refreshToken: null, idToken: null, password: null };
    expect(account).toMatchObject({ providerId: name, accountId: `${id}`, ...none });
  });

  test('a second sign-in opens the same account, even if its address has changed', async () => {
    const first = await enter(name);
    companies.person = { ...companies.person, email: `moved-${people}@example.com` };
    const second = await enter(name);
    expect(second.me).toEqual(first.me);
  });

  test('opens the existing account that verified the address', async () => {
    const person = await app.signUpByForm(companies.person.email ?? '');
    await proveAddress(app, person);
    expect((await enter(name)).me).toMatchObject({ id: person.id, emailVerified: true });
    expect((await enter(name)).me).toMatchObject({ id: person.id });
  });

  test('an existing account that did not verify the address loses it and keeps its data', async () => {
    const squatter = await app.signUpByForm(companies.person.email ?? '');
    await addCustomer(app, squatter);
    const { me: entered } = await enter(name);
    expect(entered).toMatchObject({ email: squatter.email, emailVerified: true });
    expect(entered?.id).not.toBe(squatter.id);
    expect(await me(app, squatter.cookie)).toMatchObject({ id: squatter.id, email: '', emailVerified: false });
    expect(await prisma().customer.count({ where: { userId: squatter.id } })).toBe(1);
    expect((await enter(name)).me).toEqual(entered);
  });

  test('opens the account that bought under the address; an empty one made before by the same sign-in ends in it', async () => {
    companies.person.emailVerified = false;
    const email = companies.person.email ?? '';
    const { me: beside } = await enter(name);
    const buyer = await app.signUpByForm(email);
    await addCustomer(app, buyer);
    const given = { id: crypto.randomUUID(), userId: buyer.id, plan: 'pro', reason: 'x', grantedBy: 'test' };
    await prisma().accessGrant.create({ data: given });
    companies.person.emailVerified = true;
    expect((await enter(name)).me).toMatchObject({ id: buyer.id, email, emailVerified: true });
    expect((await enter(name)).me).toMatchObject({ id: buyer.id });
    expect(await me(app, buyer.cookie)).toBeNull();
    expect(await prisma().user.count({ where: { id: beside?.id } })).toBe(0);
  });

  test('an unverified address at the social provider verifies nothing', async () => {
    companies.person.emailVerified = false;
    const email = companies.person.email ?? '';
    const { me: entered, cookie } = await enter(name);
    expect(entered).toMatchObject({ email, emailVerified: false });
    await proveAddress(app, { email, cookie });
    expect(await me(app, cookie)).toMatchObject({ id: entered?.id, emailVerified: true });
  });

  test.each(['proven', 'unproven'])('… and opens no existing account whose address is %s', async (state) => {
    const email = companies.person.email ?? '';
    const person = await app.signUpByForm(email);
    if (state === 'proven') await proveAddress(app, person);
    companies.person.emailVerified = false;
    const { me: entered, cookie } = await enter(name);
    expect(entered).toMatchObject({ email, emailVerified: false });
    expect(entered?.id).not.toBe(person.id);
    expect((await enter(name)).me).toEqual(entered);
    expect(await me(app, person.cookie)).toMatchObject({ id: person.id, email, emailVerified: state === 'proven' });
    expect(cookie).not.toContain(person.id);
  });

  test('… until the social provider has verified it', async () => {
    companies.person.emailVerified = false;
    const { me: before } = await enter(name);
    companies.person.emailVerified = true;
    expect((await enter(name)).me).toEqual({ ...before, emailVerified: true });
  });

  test('a user is an operator only once the social provider has verified the address', async () => {
    companies.person = { id: 10_000 + people, email: 'ops@example.com', emailVerified: false };
    expect((await enter(name)).me).toMatchObject({ operator: false });
    await prisma().account.deleteMany({ where: { accountId: `${companies.person.id}` } });
    companies.person.emailVerified = true;
    expect((await enter(name)).me).toMatchObject({ operator: true });
  });
});

test('both social providers open one account when both verified its address', async () => {
  const { me: first } = await enter('google');
  companies.person.id += 500;
  const { me: second } = await enter('github');
  expect(second).toEqual(first);
  expect(await prisma().account.count({ where: { userId: first?.id } })).toBe(2);
});

test('a sign-in from an unknown browser sends a mail; one from a known browser does not', async () => {
  const email = companies.person.email ?? '';
  const { cookie, me: entered } = await enter('google');
  // The sign-in that creates the account sends no mail.
  expect(await mailsTo(app, email)).toEqual([]);
  await prisma().user.update({ where: { id: entered?.id }, data: { createdAt: new Date(Date.now() - 60_000) } });
  await enter('google', cookie.split('; ').find((pair) => pair.startsWith('billing.device')) ?? '');
  expect(await mailsTo(app, email)).toEqual([]);
  await enter('google');
  const [mail, ...others] = await mailsTo(app, email);
  expect(mail?.subject).toMatch(SUBJECTS.device);
  expect(others).toEqual([]);
});
