import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../../auth/callers/serviceKeys.ts';
import { openCommand } from '../../../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../../testing/calls/requests.ts';
import { companyPurchase } from '../../../testing/company/companySide.ts';
import { forgetCalls, loseRecords, pagesMade } from '../../../testing/company/pages.ts';
import { type Issuer, startIssuer } from '../../../testing/logins/issuer.ts';
import { mailKept, proveAddress } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere, sampleOr } from '../../../testing/run/storey.ts';
import { lookAtOwners } from '../../subscriptions/duplicates/lookAtOwners.ts';
import { readDue } from './adoption.ts';

mayComplain(
  /Failed to create checkout session/,
  /request completed/,
  /The work after a verified address is postponed/,
  /The provider does not tell yet/,
  /A second subscription was ended/,
  /A proven address stays with another customer/,
);

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

type Headers = Record<string, string>;

const NOT_SOLD = { status: 500, body: { error: 'Failed to create checkout session' } };
let nth = 0;

/** Who already pays at the provider is never sold a second subscription, whichever way we learn of it. */
describe.each(providersHere('beta'))('%s', (provider) => {
  let own: SandboxedApp;
  let foreign: SandboxedApp;
  let email: string;

  beforeAll(async () => {
    own = await startSandboxedApp(provider, { environment: mailKept });
    foreign = await startSandboxedApp(provider, {
      environment: {
        AUTH_JWKS_URL: issuer.jwksUrl,
        AUTH_ISSUER: issuer.url,
        AUTH_ORG_CLAIM: 'org_id',
        AUTH_ORG_EMAIL_CLAIM: 'org_email',
        BILLING_ROLES: 'org:admin',
        SERVICE_KEYS: `sure:read+write+verify:${hashOfKey('sure')}`,
      },
    });
  });
  afterAll(async () => {
    await foreign.close();
    await own.close();
  });
  beforeEach(async () => {
    nth += 1;
    email = `payer-${nth}@${provider}.example`;
    for (const app of [own, foreign]) await app.control('POST', 'switches', { reset: true, drop: 1 });
  });

  const checkout = async (app: SandboxedApp, headers: Headers, plan = 'pro') =>
    answerOf(await app.call('/api/payments/checkout', post({ plan }, undefined, headers)));
  const planOf = async (app: SandboxedApp, headers: Headers) => {
    const { body } = await answerOf(await app.call('/api/payments/access', { headers }));
    return (body as { access: { plan: string } }).access.plan;
  };
  const bearer = async (more: object = {}) => {
    const claims = { sub: `user_${nth}`, email, email_verified: true, ...more };
    return { authorization: `Bearer ${await issuer.sign(claims)}` };
  };
  const byKey = () => ({ authorization: 'Bearer sure', 'x-user-id': `user_${nth}`, 'x-user-email': email });

  async function expectNoPage(app: SandboxedApp, headers: Headers) {
    await forgetCalls(app);
    expect((await checkout(app, headers)).status).toBe(200);
    expect(await planOf(app, headers)).toBe('enterprise');
    expect(await pagesMade(app)).toBe(0);
  }

  test('own account: the mailed link shows what is paid, and nothing is sold again', async () => {
    await companyPurchase(own, { plan: 'enterprise', email });
    const person = await own.signUpByForm(email);
    expect(await planOf(own, { cookie: person.cookie })).toBe('free');
    await proveAddress(own, person);
    expect(await planOf(own, { cookie: person.cookie })).toBe('enterprise');
    await expectNoPage(own, { cookie: person.cookie });
  });

  test('own account: billing verify does the same', async () => {
    await companyPurchase(own, { plan: 'enterprise', email });
    const person = await own.signUp(email);
    const billing = openCommand(own);
    expect((await billing.run('verify', email)).code).toBe(0);
    billing.close();
    expect(await planOf(own, { cookie: person.cookie })).toBe('enterprise');
    await expectNoPage(own, { cookie: person.cookie });
  });

  test.each([
    ['a foreign login', () => bearer()],
    ['a service key with the scope verify', byKey],
  ])('%s: the first checkout links what is paid', async (_, headers) => {
    await companyPurchase(foreign, { plan: 'enterprise', email });
    await expectNoPage(foreign, await headers());
  });

  test('a foreign login: the page that asks the provider learns of it', async () => {
    await companyPurchase(foreign, { plan: 'enterprise', email });
    const headers = await bearer();
    const { body } = await answerOf(await foreign.call('/api/trpc/subscription.live', { headers }));
    expect(body).toMatchObject({ result: { data: { live: [], asked: false } } });
    await foreign.call('/api/trpc/subscription.check', post({}, undefined, headers));
    expect(await planOf(foreign, headers)).toBe('enterprise');
  });

  test.each([
    ['a person', (): object => ({ email_verified: false }), {} as Headers],
    [
      'an organisation',
      (): object => ({ org_id: `org_${nth}`, org_role: 'org:admin', org_email: email }),
      { 'x-owner': 'org' } as Headers,
    ],
  ])('restored: %s who bought since the backup is found by our id', async (_, claims, more) => {
    const headers = { ...(await bearer(claims())), ...more };
    const { body } = await checkout(foreign, headers, 'enterprise');
    await foreign.pay((body as { sessionId: string }).sessionId);
    await loseRecords(foreign, more['x-owner'] ? `org:org_${nth}` : `user_${nth}`);
    expect(await planOf(foreign, headers)).toBe('free');
    await expectNoPage(foreign, headers);
  });

  test('a purchase whose webhooks are lost, for a customer that is known', async () => {
    const headers = await bearer();
    const first = await checkout(foreign, headers, 'starter');
    await foreign.pay((first.body as { sessionId: string }).sessionId);
    await foreign.deps.billing.database.prisma.checkout.deleteMany({ where: { userId: `user_${nth}` } });
    await forgetCalls(foreign);
    expect((await checkout(foreign, headers)).status).toBe(200);
    expect(await planOf(foreign, headers)).toBe('starter');
    expect(await pagesMade(foreign)).toBe(0);
  });

  // A hanging provider takes seconds.
  test.each(sampleOr(['error429'], ['error500', 'hang']))(
    'while the provider answers %s, proving succeeds, nothing is sold, and the read goes on',
    async (mode) => {
      await companyPurchase(own, { plan: 'enterprise', email });
      const person = await own.signUpByForm(email);
      const headers = { cookie: person.cookie };
      await own.control('POST', 'switches', { api: { mode } });
      await proveAddress(own, person);
      await forgetCalls(own);
      expect(await checkout(own, headers)).toEqual(NOT_SOLD);
      expect(await own.trpc(person, 'subscription.live')).toMatchObject({ asked: false });
      expect(await planOf(own, headers)).toBe('free');
      await own.control('POST', 'switches', { api: { mode: 'ok' } });
      await own.deps.billing.database.pool.query('UPDATE adoption SET "dueAt" = now()');
      await readDue(own.deps.billing);
      expect(await planOf(own, headers)).toBe('enterprise');
      await expectNoPage(own, headers);
    },
  );

  test('a page that was open before the link, and is paid after it, is the second purchase', async () => {
    const other = `other-${email}`;
    await companyPurchase(foreign, { plan: 'enterprise', email: other });
    const open = await checkout(foreign, await bearer(), 'starter');
    const headers = await bearer({ email: other });
    expect((await checkout(foreign, headers)).status).toBe(200);
    const { prisma } = foreign.deps.billing.database;
    await prisma.ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
    await lookAtOwners(foreign.deps.billing);
    await foreign.control('POST', 'switches', { drop: 0 });
    const { sessionId } = open.body as { sessionId: string };
    const where = { userId: `user_${nth}` };
    if (provider === 'alpha') {
      await expect(foreign.payPage(sessionId)).rejects.toThrow();
    } else {
      await foreign.pay(sessionId);
      await prisma.ownerCheck.updateMany({ data: { dueAt: new Date(0) } });
      await lookAtOwners(foreign.deps.billing);
      expect(await prisma.duplicate.findMany({ where })).toMatchObject([{ state: 'done' }]);
    }
    const live = { ...where, status: { in: ['active', 'trialing'] } };
    expect(await prisma.subscription.findMany({ where: live })).toMatchObject([{ plan: 'enterprise' }]);
  });

  test('one that names a user of a former system blocks the sale; one of a user here does not', async () => {
    await companyPurchase(foreign, { plan: 'enterprise', email });
    const { customers } = await foreign.truthOf({ email });
    await foreign.deps.billing.adapter.assignCustomer(customers[0]?.id ?? '', `legacy_${nth}`);
    const headers = await bearer();
    await forgetCalls(foreign);
    expect(await checkout(foreign, headers)).toEqual(NOT_SOLD);
    expect(await pagesMade(foreign)).toBe(0);
    const { prisma } = foreign.deps.billing.database;
    const data = {
      id: `c_${nth}_${provider}`,
      userId: `legacy_${nth}`,
      provider,
      providerCustomerId: `other_${nth}`,
      email: '',
    };
    await prisma.customer.create({ data });
    const after = await checkout(foreign, headers);
    expect(after.status).toBe(provider === 'alpha' ? 200 : 403);
    expect(await planOf(foreign, headers)).toBe('free');
  });
});
