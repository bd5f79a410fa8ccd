import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAddress } from '../../../auth/verifyAddress.ts';
import { grantCommand } from '../../../cli/grant.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { post } from '../../../testing/calls/requests.ts';
import { type Issuer, startIssuer } from '../../../testing/logins/issuer.ts';
import { explain } from '../../ledger/explain.ts';
import type { GrantView } from './grants.ts';

let app: TestApp;
let operator: { id: string; cookie: string };
beforeAll(async () => {
  app = await startTestApp({ OPERATOR_EMAILS: 'operator@example.com' });
  operator = await app.signUp('operator@example.com');
  await verifyAddress(app.deps.billing.database.prisma, 'operator@example.com');
});
afterAll(() => app.close());

interface Answer<T> {
  result?: { data: T };
  error?: { data: { httpStatus: number } };
}

async function ask<T>(procedure: string, input: object): Promise<Answer<T>> {
  const origin = { origin: app.url };
  const response = await app.call(`/api/trpc/${procedure}`, post(input, operator.cookie, origin));
  return (await response.json()) as Answer<T>;
}

async function accessOf({ cookie }: { cookie: string }): Promise<object> {
  const response = await app.call('/api/payments/access', { headers: { cookie } });
  return ((await response.json()) as { access: object }).access;
}

async function run(at: TestApp, ...args: string[]): Promise<[number, string]> {
  const printed: string[] = [];
  const { billing, settings } = at.deps;
  const print = (text: string) => void printed.push(text);
  const context = { billing, settings, running: null, signal: new AbortController().signal, print };
  return [await grantCommand.run(context, args), printed.join('\n')];
}

const FREE = { plan: 'free', reason: 'none', until: null };

test('an operator grants a plan, sees the grant and ends it', async () => {
  const person = await app.signUp();
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const asked = { userId: person.id, plan: 'pro', until, reason: 'a beta tester' };
  const { reason: _, ...planned } = asked;
  const effect = await app.call(`/api/trpc/operator.grantEffect?input=${encodeURIComponent(JSON.stringify(planned))}`, {
    headers: { cookie: operator.cookie },
  });
  expect(await effect.json()).toMatchObject({ result: { data: { access: 'raised', goesOn: [] } } });
  const { result } = await ask<GrantView>('operator.grant', asked);
  expect(result?.data).toMatchObject({ plan: 'pro', until, grantedBy: `operator ${operator.id}`, revoked: null });
  expect(await accessOf(person)).toMatchObject({ plan: 'pro', reason: 'granted', until });
  const explained = await explain(app.deps.billing, person.id);
  expect(explained?.grants).toMatchObject([{ reason: 'a beta tester' }]);
  expect(explained?.timeline.at(-1)).toMatchObject({ kind: 'grant', reason: 'a beta tester' });
  const id = result?.data.id;
  const ended = await ask<GrantView>('operator.endGrant', { id, reason: 'the beta is over' });
  expect(ended.result?.data.revoked).toMatchObject({ by: `operator ${operator.id}`, reason: 'the beta is over' });
  expect(await accessOf(person)).toMatchObject(FREE);
  const again = await ask<GrantView>('operator.endGrant', { id, reason: 'once more' });
  expect(again.error?.data.httpStatus).toBe(404);
});

test.each([
  ['nobody', { userId: 'nobody' }, 404],
  ['an address, which is nobody’s id', { userId: 'operator@example.com' }, 404],
  ['what can be no id', { userId: 'ada lovelace' }, 400],
  ['a plan that is not sold', { plan: 'free' }, 400],
  ['a time that is over', { until: '2020-01-01T00:00:00.000Z' }, 400],
  ['without a reason', { reason: ' ' }, 400],
])('refuses a grant: %s', async (_name, odd, status) => {
  const given = { userId: operator.id, plan: 'pro', until: null, reason: 'why not', ...odd };
  expect((await ask('operator.grant', given)).error?.data.httpStatus).toBe(status);
  expect(await accessOf(operator)).toMatchObject(FREE);
});

test('the command does the same', async () => {
  const person = await app.signUp('grantee@example.com');
  const [code, given] = await run(app, 'grantee@example.com', '--plan', 'pro', '--days', '3', '--reason', 'an outage');
  expect([code, given]).toEqual([0, expect.stringMatching(/an outage[\s\S]*may use pro from now on/)]);
  expect(await accessOf(person)).toMatchObject({ plan: 'pro', reason: 'granted' });
  const [, listed] = await run(app, 'list', person.id);
  const id = /[0-9a-f-]{36}/.exec(listed)?.[0] ?? '';
  expect((await run(app, 'end', id, '--reason', 'a mistake'))[0]).toBe(0);
  expect(await accessOf(person)).toMatchObject(FREE);
  expect((await run(app, 'end', id, '--reason', 'a mistake'))[0]).toBe(1);
  expect((await run(app, 'list', person.id))[1]).toContain('a mistake');
});

test('an address gives only to the account that has proven it, by the command and on the page; an id to any', async () => {
  const squatter = await app.signUp('squatter@example.com', false);
  const options = ['--plan', 'pro', '--reason', 'a gift'];
  await expect(run(app, squatter.email, ...options)).rejects.toThrow(
    `${squatter.email} is not proven by ${squatter.id}`,
  );
  await app.deps.billing.database.prisma.user.update({ where: { id: squatter.id }, data: { name: 'Bob Smith' } });
  await expect(run(app, 'bob smith', ...options)).rejects.toThrow('Anyone can take the name bob smith');
  const asked = { userId: squatter.id, who: 'Squatter@example.com', plan: 'pro', until: null, reason: 'a gift' };
  expect((await ask('operator.grant', asked)).error?.data.httpStatus).toBe(403);
  const link = { userId: squatter.id, who: squatter.email, providerCustomerId: 'cus_1', reason: 'a gift' };
  expect((await ask('operator.link', link)).error?.data.httpStatus).toBe(403);
  expect(await accessOf(squatter)).toMatchObject(FREE);
  const found = await explain(app.deps.billing, squatter.email);
  expect(found).toMatchObject({ userId: squatter.id, email: squatter.email, proven: false, named: false });
  expect(await explain(app.deps.billing, squatter.id)).toMatchObject({ proven: false, named: true });
  expect(await explain(app.deps.billing, 'operator@example.com')).toMatchObject({ proven: true, named: true });
  expect((await run(app, squatter.id, ...options))[0]).toBe(0);
  expect((await ask('operator.grant', { ...asked, who: squatter.id })).error).toBeUndefined();
  expect(await accessOf(squatter)).toMatchObject({ plan: 'pro', reason: 'granted' });
});

test('a deleted account gets no plan, which would be taken back a minute later', async () => {
  const { prisma } = app.deps.billing.database;
  await prisma.erasedUser.create({ data: { userId: 'gone' } });
  await prisma.customer.create({
    data: { id: 'c-gone', userId: 'gone', provider: 'alpha', providerCustomerId: 'cus_gone', email: '' },
  });
  await expect(run(app, 'gone', '--plan', 'pro', '--reason', 'back again')).rejects.toThrow('gone was deleted');
  const asked = { userId: 'gone', plan: 'pro', until: null, reason: 'back again' };
  expect((await ask('operator.grant', asked)).error?.data.httpStatus).toBe(404);
  expect(await prisma.accessGrant.count({ where: { userId: 'gone' } })).toBe(0);
});

test.each([
  [['nobody@example.com', '--plan', 'pro', '--reason', 'x'], /No account/],
  [['operator@example.com', '--plan', 'gold', '--reason', 'x'], /--plan takes one of/],
  [['operator@example.com', '--plan', 'pro'], /Give a reason/],
  [['operator@example.com', '--plan', 'pro', '--reason', 'x', '--until', '2020-01-01'], /future date/],
  [['operator@example.com', '--plan', 'pro', '--reason', 'x', '--until', '2030-01-01', '--days', '3'], /or --days/],
  [[], /Name one user/],
])('the command refuses %j', async (args, message) => {
  await expect(run(app, ...args)).rejects.toThrow(message);
});

describe('with a foreign login', () => {
  let issuer: Issuer;
  let foreign: TestApp;
  beforeAll(async () => {
    issuer = await startIssuer();
    foreign = await startTestApp({ AUTH_JWKS_URL: issuer.jwksUrl, AUTH_OPERATOR_CLAIM: 'ops' }, app);
  });
  afterAll(async () => {
    await foreign.close();
    await issuer.close();
  });

  test.each([
    ['clerk_1', 200],
    ['auth0|1', 200],
    ['', 400],
    ['ada lovelace', 400],
    ['ada/../eve', 400],
    ['adä', 400],
    ['x'.repeat(201), 400],
  ])('an operator grants a plan to “%s”: %i, as a service key names users', async (userId, status) => {
    const authorization = `Bearer ${await issuer.sign({ sub: 'operator', ops: true })}`;
    const given = { userId, plan: 'pro', until: null, reason: 'a friend' };
    const response = await foreign.call('/api/trpc/operator.grant', post(given, undefined, { authorization }));
    expect(response.status).toBe(status);
    const grants = await app.deps.billing.database.prisma.accessGrant.count({ where: { userId } });
    expect(grants).toBe(status === 200 ? 1 : 0);
  });

  test('the command grants nothing to an impossible user id', async () => {
    const asked = ['ada lovelace', '--plan', 'pro', '--reason', 'a friend'];
    await expect(run(foreign, ...asked)).rejects.toThrow(/A user id has/);
    expect((await run(foreign, 'clerk_2', ...asked.slice(1)))[0]).toBe(0);
  });
});

test('a grant is in the export, and is deleted with the account', async () => {
  const person = await app.signUp();
  await ask('operator.grant', { userId: person.id, plan: 'pro', until: null, reason: 'a friend of Bob' });
  const exported = await app.call('/api/trpc/account.export', { headers: { cookie: person.cookie } });
  expect(await exported.text()).toContain('a friend of Bob');
  const { prisma } = app.deps.billing.database;
  await prisma.erasedUser.create({ data: { userId: person.id } });
  await prisma.user.delete({ where: { id: person.id } });
  const { blankPersonalData } = await import('../../accounts/blankPersonalData.ts');
  await blankPersonalData(app.deps.billing, { userId: person.id });
  const [grant] = await prisma.accessGrant.findMany({ where: { userId: person.id } });
  expect(grant).toMatchObject({ reason: '', revokedBy: 'erasure' });
});
