import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantEmbedToken } from '../../billing/access/signing/embedToken.ts';
import { startTestApp } from '../../testing/app/app.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { payloadOf } from '../../testing/calls/buyerCalls.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { openStream } from '../../testing/calls/stream.ts';
import { companyPurchase } from '../../testing/company/companySide.ts';
import { type Issuer, startIssuer } from '../../testing/logins/issuer.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { hashOfKey } from './serviceKeys.ts';

const ORG = { 'x-owner': 'org' };
const FORBIDDEN = { status: 403, body: { error: 'Forbidden' } };
const BAD_HEADERS = { status: 400, body: { error: 'Invalid request headers' } };
const ROLES = 'org:admin, org:billing';

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

describe.each(providersHere('beta'))('%s: an organisation', (provider) => {
  let app: SandboxedApp;
  let nth = 0;
  let org: string;

  beforeAll(async () => {
    app = await startSandboxedApp(provider, {
      environment: {
        AUTH_JWKS_URL: issuer.jwksUrl,
        AUTH_ISSUER: issuer.url,
        AUTH_ORG_CLAIM: 'org_id',
        AUTH_ORG_EMAIL_CLAIM: 'org_email',
        BILLING_ROLES: ROLES,
        SERVICE_KEYS: `web:read+write:${hashOfKey('web')},sure:read+write+verify:${hashOfKey('sure')}`,
      },
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    nth += 1;
    org = `org_${nth}`;
  });

  interface Claims {
    role?: unknown;
    org?: unknown;
    email?: string;
  }

  /** A member of the organisation with this role. */
  async function person(name: string, told: Claims = {}) {
    const claims = { org_id: org, org_role: told.role, org_email: told.email ?? `bills@o${nth}.example.com` };
    const own = { sub: `${name}_${nth}`, email: `${name}@o${nth}.example.com`, email_verified: true };
    const token = await issuer.sign({ ...own, ...claims, ...('org' in told ? { org_id: told.org } : {}) });
    return { authorization: `Bearer ${token}` };
  }

  type Headers = Record<string, string>;
  const read = async (path: string, headers: Headers) => answerOf(await app.call(path, { headers }));
  const send = async (path: string, body: object, headers: Headers) =>
    answerOf(await app.call(path, post(body, undefined, headers)));
  const checkout = (plan: string, headers: Headers) => send('/api/payments/checkout', { plan }, headers);
  const subscriptionOf = async (headers: Headers) =>
    ((await read('/api/payments/subscription', headers)).body as { subscription: { plan: string } | null })
      .subscription;

  async function buy(plan: string, headers: Headers) {
    const { status, body } = await checkout(plan, headers);
    expect(status).toBe(200);
    await app.pay((body as { sessionId: string }).sessionId);
  }

  /** Over REST, tRPC and the signed token. */
  async function planOf(headers: Headers) {
    const { body } = await read('/api/payments/access', headers);
    const { access, token } = body as { access: { plan: string; userId: string }; token: string };
    const signed = payloadOf(token);
    const typed = (await read('/api/trpc/subscription.access', headers)).body as { result: { data: { plan: string } } };
    expect([typed.result.data.plan, JSON.stringify(signed).includes(`"plan":"${access.plan}"`)]).toEqual([
      access.plan,
      true,
    ]);
    return access;
  }

  test('buys through a member with a billing role; each member gets the better of both plans', async () => {
    const admin = await person('admin', { role: ['org:member', 'org:billing'] });
    const member = await person('member', { role: 'org:member' });
    await buy('pro', { ...admin, ...ORG });
    expect(await subscriptionOf({ ...admin, ...ORG })).toMatchObject({ userId: `org:${org}`, plan: 'pro' });
    expect(await subscriptionOf(admin)).toBeNull();
    expect(await subscriptionOf({ ...member, ...ORG })).toMatchObject({ plan: 'pro' });
    expect(await planOf(member)).toMatchObject({ userId: `member_${nth}`, plan: 'pro' });
    expect(await planOf(await person('stranger', { org: undefined }))).toMatchObject({ plan: 'free' });
    expect(await planOf(await person('stranger', { org: 'org_other' }))).toMatchObject({ plan: 'free' });
    await buy('enterprise', member);
    expect(await planOf(member)).toMatchObject({ plan: 'enterprise' });
    expect(await planOf(admin)).toMatchObject({ plan: 'pro' });
    const key = { authorization: 'Bearer web', 'x-user-id': `org:${org}` };
    expect(await subscriptionOf(key)).toMatchObject({ plan: 'pro' });
  });

  test('pages tell a member who pays, and who pays for it what it costs', async () => {
    const admin = await person('admin', { role: 'org:billing' });
    const member = await person('member', { role: 'org:member' });
    await buy('pro', { ...admin, ...ORG });
    const typed = async (procedure: string, headers: Headers) =>
      ((await read(`/api/trpc/subscription.${procedure}`, headers)).body as { result: { data: object } }).result.data;
    expect(await typed('access', member)).toMatchObject({ plan: 'pro', through: 'organisation', owned: [] });
    const has = { id: `org:${org}`, access: { plan: 'pro' } };
    expect(await typed('organisation', member)).toMatchObject({ ...has, billing: null });
    const live = [{ plan: 'pro', use: { usable: true, until: expect.any(String) } }];
    expect(await typed('organisation', admin)).toMatchObject({ ...has, billing: { live } });
    expect(await typed('organisation', await person('stranger', { org: undefined }))).toBeNull();
  });

  test('notifies an open page of each member when it buys', async () => {
    const [payer, member, stranger] = await Promise.all([
      person('payer', { role: 'org:billing' }),
      person('member'),
      person('stranger', { org: 'another' }),
    ]);
    const stop = new AbortController();
    const open = (headers: Headers) =>
      openStream((path, init) => app.call(path, { ...init, headers }), '', stop.signal);
    const ofStranger = await open(stranger);
    // Once at the start, and once when the process hears of changes.
    await expect.poll(() => ofStranger.told()).toBe(2);
    const ofMember = await open(member);
    await expect.poll(() => ofMember.told()).toBe(1);
    await buy('pro', { ...payer, ...ORG });
    await expect.poll(() => ofMember.told()).toBeGreaterThan(1);
    expect(ofStranger.told()).toBe(2);
    stop.abort();
    await Promise.all([ofMember.ended, ofStranger.ended]);
    await expect.poll(() => app.deps.pageStreams.count()).toBe(0);
  });

  test('is readable by every member and writable only with a billing role', async () => {
    const admin = { ...(await person('admin', { role: 'org:admin' })), ...ORG };
    await buy('starter', admin);
    for (const role of [undefined, 'org:member', ['org:member'], true, { admin: true }]) {
      const member = { ...(await person('member', { role })), ...ORG };
      expect((await read('/api/payments/history', member)).status).toBe(200);
      expect(await checkout('pro', member)).toEqual(FORBIDDEN);
      expect(await send('/api/payments/change', { kind: 'cancel_at_period_end' }, member)).toEqual(FORBIDDEN);
      expect((await send('/api/payments/portal', {}, member)).status).toBe(403);
    }
  });

  test('outlives its members, and nobody can export or delete it', async () => {
    const admin = await person('admin', { role: 'org:admin' });
    await buy('pro', { ...admin, ...ORG });
    for (const headers of [{ ...admin, ...ORG }]) {
      expect((await send('/api/trpc/account.erase', {}, headers)).status).toBe(403);
      expect((await read('/api/trpc/account.export', headers)).status).toBe(403);
    }
    const email = `admin@o${nth}.example.com`;
    expect((await send('/api/trpc/account.erase', { email }, admin)).status).toBe(200);
    await app.settle();
    const member = { ...(await person('member')), ...ORG };
    expect(await subscriptionOf(member)).toMatchObject({ plan: 'pro', status: 'trialing' });
  });

  test('takes over no customer of another owner by its address', async () => {
    const email = `shared@o${nth}.example.com`;
    const owner = await issuer.sign({ sub: `owner_${nth}`, email, email_verified: true });
    await buy('pro', { authorization: `Bearer ${owner}` });
    const admin = { ...(await person('admin', { role: 'org:admin', email })), ...ORG };
    const refused = { status: 409, body: { error: 'Email address belongs to another customer' } };
    // Stripe allows several customers with one address.
    if (provider === 'alpha') expect((await checkout('pro', admin)).status).toBe(200);
    else expect(await checkout('pro', admin)).toEqual(refused);
    expect(await subscriptionOf(admin)).toBeNull();
  });

  test('takes over no customer by its address, even if the key that names it may verify addresses', async () => {
    const email = `bought-before@o${nth}.example.com`;
    await companyPurchase(app, { plan: 'pro', email });
    const key = { authorization: 'Bearer sure', 'x-user-id': `org:${org}`, 'x-user-email': email };
    const { token } = (await send('/api/payments/embed-token', {}, key)).body as { token: string };
    for (const headers of [key, { authorization: `Bearer ${token}` }]) {
      const { body } = await read('/api/trpc/session.me', headers);
      expect(body).toMatchObject({ result: { data: { id: `org:${org}`, email, emailVerified: false } } });
      await checkout('pro', headers);
      expect(await subscriptionOf(headers)).toBeNull();
    }
    const person = { ...key, 'x-user-id': `person_${nth}` };
    await checkout('pro', person);
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'pro' });
  });

  test('is not verified by a token of an earlier release', async () => {
    const { signingKeys, baseUrl } = app.deps.billing;
    const [email, id] = [`bills@o${nth}.example.com`, `org:${org}`];
    const told = { email, emailVerified: true, isTold: true as const, operator: false, scopes: new Set(['write']) };
    const granting = { signingKeys, baseUrl, embedOrigins: [] };
    const { token } = await grantEmbedToken(granting, { ...told, id, key: 'sure' }, { can: 'buy' });
    const { body } = await read('/api/trpc/session.me', { authorization: `Bearer ${token}` });
    expect(body).toMatchObject({ result: { data: { id, email, emailVerified: false } } });
  });
});

describe('the header x-owner', () => {
  test('needs an organisation and is ignored from anyone else', async () => {
    const keys = `web:read:${hashOfKey('web')}`;
    const app = await startTestApp({ AUTH_JWKS_URL: issuer.jwksUrl, AUTH_ORG_CLAIM: 'o.id', SERVICE_KEYS: keys });
    const ask = async (headers: Record<string, string>) =>
      answerOf(await app.call('/api/payments/subscription', { headers }));
    const bearer = async (claims: object) => ({
      authorization: `Bearer ${await issuer.sign({ sub: 'ada', ...claims })}`,
    });
    const inOrg = await bearer({ o: { id: 'org_1' } });
    expect((await ask({ ...inOrg, ...ORG })).status).toBe(200);
    expect(await ask({ ...inOrg, 'x-owner': 'person' })).toEqual(BAD_HEADERS);
    expect(await ask({ ...inOrg, 'x-owner': 'org:org_2' })).toEqual(BAD_HEADERS);
    expect(await ask({ ...(await bearer({})), ...ORG })).toEqual(FORBIDDEN);
    expect(await ask({ ...(await bearer({ o: { id: null } })), ...ORG })).toEqual(FORBIDDEN);
    for (const id of [7, 'a b', { id: 'x' }]) expect((await ask(await bearer({ o: { id } }))).status).toBe(401);
    expect((await ask(ORG)).status).toBe(401);
    expect(await ask({ authorization: 'Bearer web', 'x-user-id': 'ada', ...ORG })).toEqual(BAD_HEADERS);
    await app.close();
  });

  test('is refused with a session of our own accounts', async () => {
    const app = await startTestApp();
    const { cookie } = await app.signUp();
    for (const path of ['/api/payments/subscription', '/api/payments/access'])
      expect(await answerOf(await app.call(path, { headers: { cookie, ...ORG } }))).toEqual(BAD_HEADERS);
    await app.close();
  });
});
