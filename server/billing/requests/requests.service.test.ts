import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/app/canaries.ts';
import type { Person } from '../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { mailKept, mailsTo, tokenFor } from '../../testing/logins/mails.ts';
import type { LinkedRequest } from './linkedRequest.ts';
import type { ContractRequestView } from './listRequests.ts';
import type { OwnRequest, Receipt } from './request.ts';
import { followRequests } from './requestJob.ts';

const nobody = { cookie: '' };
const signal = new AbortController().signal;
const LINK = /^Confirm that you cancel/;

/** What does not depend on the provider. */
describe('requests', () => {
  let app: SandboxedApp;
  let operator: Person;
  beforeAll(async () => {
    const environment = { ...mailKept, MAIL_KEEP_DAYS: '30', OPERATOR_EMAILS: 'ops@example.com' };
    app = await startSandboxedApp('alpha', { environment });
    operator = await app.signUp('ops@example.com');
  });
  afterAll(() => app.close());

  const send = (input: object) =>
    app.call('/api/trpc/requests.ask', post({ kind: 'cancel', language: 'en', ...input }));
  const ask = async (input: object) =>
    ((await (await send(input)).json()) as { result: { data: Receipt } }).result.data;
  const listed = () => app.trpc<ContractRequestView[]>(operator, 'operator.requests');
  const find = async ({ number }: Receipt) => (await listed()).find((each) => each.number === number);
  const rowOf = ({ number }: Receipt) =>
    app.deps.billing.database.prisma.contractRequest.findUnique({ where: { id: number } });

  test('every address is answered alike, in words and in time; every one gets a mail', async () => {
    const paying = await app.signUp();
    await app.buy(paying, { plan: 'pro' });
    const free = await app.signUp();
    const unproven = await app.signUp('unproven@example.com', false);
    const addresses = [paying.email, free.email, unproven.email, 'nobody@example.com'];
    const answers = [];
    for (const email of addresses) {
      const begun = performance.now();
      const response = await send({ email });
      const took = performance.now() - begun;
      const { body } = await answerOf(response);
      answers.push({ status: response.status, keys: Object.keys((body as { result: { data: object } }).result.data) });
      expect(took).toBeGreaterThan(395);
    }
    const alike = { status: 200, keys: ['number', 'receivedAt', 'mailed'] };
    expect(answers).toEqual(addresses.map(() => alike));
    const mails = await Promise.all(addresses.map(async (email) => (await mailsTo(app, email))[0]));
    expect(mails.map((mail) => [mail?.subject, mail?.text.includes('token=')])).toEqual([
      ['Confirm that you cancel', true],
      ['Confirm that you cancel', true],
      ['We received your cancellation', false],
      ['We received your cancellation', false],
    ]);
  });

  test('whose address is proven by nobody is shown to operators and in the account, and ends by no link', async () => {
    const unproven = await app.signUp('later@example.com', false);
    const ofAccount = await ask({ email: 'later@example.com', name: 'Ada', reason: 'too dear', wish: 'now' });
    const ofNobody = await ask({ email: 'stranger@example.com' });
    expect(await rowOf(ofAccount)).toMatchObject({ userId: unproven.id, proven: false, tokenHash: null });
    expect(await find(ofAccount)).toMatchObject({
      proven: false,
      name: 'Ada',
      reason: 'too dear',
      wish: 'now',
      closedAt: null,
    });
    expect(await find(ofNobody)).toMatchObject({ userId: null, email: 'stranger@example.com' });
    const own = await app.trpc<OwnRequest[]>(unproven, 'requests.own');
    expect(own).toMatchObject([{ number: ofAccount.number, state: 'open', closed: false }]);
    // What a stranger wrote is shown to operators alone.
    expect(JSON.stringify(own)).not.toContain('too dear');
    await app.trpc(operator, 'operator.closeRequest', { number: ofAccount.number });
    expect(await find(ofAccount)).toMatchObject({ closedAt: expect.any(String) });
    const again = await app.call(
      '/api/trpc/operator.closeRequest',
      post({ number: ofAccount.number }, operator.cookie),
    );
    expect(again.status).toBe(404);
  });

  test('what somebody wrote under an address is in no export of an account that has not proven it, and outlives that', async () => {
    const squatter = await app.signUp('squatted@example.com', false);
    const asked = await ask({ email: 'squatted@example.com', name: 'Grace Hopper', reason: 'I am ill' });
    expect(await rowOf(asked)).toMatchObject({ userId: squatter.id, proven: false });
    const exported = JSON.stringify(await app.trpc(squatter, 'account.export'));
    expect(exported).not.toMatch(/Grace Hopper|I am ill/);
    const body = post({ password: PASSWORD }, squatter.cookie);
    expect((await app.call('/api/auth/delete-user', body)).status).toBe(200);
    expect(await find(asked)).toMatchObject({ userId: null, name: 'Grace Hopper', closedAt: null });
    const owner = await app.signUp('owner-asks@example.com');
    await ask({ email: owner.email, reason: 'too dear' });
    expect(JSON.stringify(await app.trpc(owner, 'account.export'))).toContain('too dear');
  });

  test('who pays under an address that no account has is found, where it is one', async () => {
    const { prisma } = app.deps.billing.database;
    const customer = { provider: 'alpha', userId: 'org:halden', email: 'Accounts@halden.example' };
    await prisma.customer.create({ data: { ...customer, id: 'c-halden', providerCustomerId: 'cus_halden' } });
    const receipt = await ask({ email: 'accounts@halden.example' });
    await followRequests(app.deps.billing, signal);
    expect(await find(receipt)).toMatchObject({ userId: 'org:halden', proven: false });
    expect((await mailsTo(app, 'accounts@halden.example'))[0]?.text).not.toContain('token=');
  });

  test('a link is dead once it has expired, or once the address is another account’s', async () => {
    const ada = await app.signUp();
    const receipt = await ask({ email: ada.email });
    const token = await tokenFor(app, ada.email, LINK);
    const opens = async () => (await app.call('/api/trpc/requests.open', post({ token }))).status;
    expect(await opens()).toBe(200);
    const { prisma } = app.deps.billing.database;
    const [mail] = await prisma.mail.findMany({ where: { userId: ada.id, kind: 'cancel_link' } });
    expect(mail?.expiresAt).toEqual((await rowOf(receipt))?.linkUntil);
    await prisma.user.update({ where: { id: ada.id }, data: { email: 'moved@example.com' } });
    expect(await opens()).toBe(404);
    await prisma.user.update({ where: { id: ada.id }, data: { email: ada.email } });
    await prisma.contractRequest.update({
      where: { id: receipt.number },
      data: { linkUntil: new Date(Date.now() - 1) },
    });
    expect(await opens()).toBe(404);
    expect(await find(receipt)).toMatchObject({ closedAt: null });
    expect(JSON.stringify(await rowOf(receipt))).not.toContain(token);
  });

  test('nothing that a stranger writes becomes a link or markup in a mail', async () => {
    const reason = 'Win now: https://evil.example/x?a=b <a href="https://evil.example">www.evil.example</a>';
    await ask({ email: 'victim@example.com', reason });
    const [mail] = await mailsTo(app, 'victim@example.com');
    expect(mail?.text).toContain('Win now');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil\.example|<a href="https:\/\/evil|https:\/\/evil/);
  });

  test('a withdrawal is a request with a receipt, and says whether it came in time', async () => {
    const ada = await app.signUp();
    await app.buy(ada, { plan: 'pro' });
    const inTime = await ask({ kind: 'withdraw', email: ada.email, language: 'de' });
    expect(await find(inTime)).toMatchObject({
      kind: 'withdraw',
      userId: ada.id,
      inTime: true,
      boughtAt: expect.any(String),
    });
    const [mail] = await mailsTo(app, ada.email);
    expect([mail?.subject, mail?.text.includes('token=')]).toEqual(['Wir haben Ihren Widerruf erhalten', false]);
    const { prisma } = app.deps.billing.database;
    const long = new Date(Date.now() - 30 * 86_400_000);
    await prisma.subscription.updateMany({ where: { userId: ada.id }, data: { createdAt: long } });
    expect(await find(inTime)).toMatchObject({ inTime: false });
  });

  test('a request that wants more than the link does stays open for operators', async () => {
    const ada = await app.signUp();
    await app.buy(ada, { plan: 'pro' });
    const receipt = await ask({ email: ada.email, wish: 'now', reason: 'moved abroad' });
    const token = await tokenFor(app, ada.email, LINK);
    const [plan] = (await app.trpc<LinkedRequest>(nobody, 'requests.open', { token })).plans;
    await app.trpc(nobody, 'requests.confirm', { token, subscriptionIds: [plan?.id] });
    await app.settle();
    expect(await find(receipt)).toMatchObject({ state: 'done', wish: 'now', closedAt: null });
  });

  test('mails to one address and calls from one network are limited', async () => {
    await app.deps.billing.database.pool.query('DELETE FROM rate_limit');
    const limited = await app.startPeer({ ACCOUNT_LIMIT: '2', ADDRESS_LIMIT: '6', OPERATOR_EMAILS: '' });
    const status = async (email: string) =>
      (await limited.call('/api/trpc/requests.ask', post({ kind: 'cancel', email, language: 'en' }))).status;
    const toOne = [];
    for (let time = 0; time < 3; time += 1)
      toOne.push(await status(time === 1 ? 'ONE+x@example.com' : 'one@example.com'));
    expect(toOne).toEqual([200, 200, 429]);
    const others = [];
    for (let time = 0; time < 4; time += 1) others.push(await status(`other-${time}@example.com`));
    expect(others).toEqual([200, 200, 200, 429]);
    await limited.close();
  });

  test('the mail names the day that was asked for as its readers write it, or none', async () => {
    const cases = [
      [{ language: 'de', wishedFor: '2027-03-31' }, 'am 31. März 2027 endet'],
      [{ language: 'en', wishedFor: '2027-03-31' }, 'on March 31, 2027'],
      [{ language: 'en' }, 'as soon as possible'],
    ] as const;
    for (const [nth, [wished, said]] of cases.entries()) {
      const email = `wished${nth}@example.com`;
      await ask({ email, wish: 'date', ...wished });
      expect((await mailsTo(app, email))[0]?.text).toContain(said);
    }
  });

  test('what the adopter does not offer does not exist', async () => {
    const closed = await app.startPeer({ CANCEL_PAGE: 'off', WITHDRAWAL_DAYS: '0' });
    for (const kind of ['cancel', 'withdraw']) {
      const response = await closed.call(
        '/api/trpc/requests.ask',
        post({ kind, email: 'a@example.com', language: 'en' }),
      );
      expect(response.status).toBe(404);
    }
    expect(await closed.trpc(nobody, 'session.options')).toMatchObject({ cancelPage: false, withdrawalDays: 0 });
    await closed.close();
  });

  test.each([
    { email: 'no address' },
    { email: 'a@example.com', kind: 'end' },
    { email: 'a@example.com', wishedFor: '31.12.2026' },
    { email: 'a@example.com', reason: 'x'.repeat(1_001) },
    { email: 'a@example.com', userId: 'another' },
  ])('%j is refused', async (input) => {
    expect((await send(input)).status).toBe(400);
  });
});
