import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { alphaEvent, alphaInvoice, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { type Issuer, startIssuer } from '../../testing/logins/issuer.ts';

/** The REST endpoints beyond the specification: every kind of caller, and tRPC, get the same. */

const OWNER = 'auth0|owner';

let company: Company;
let issuer: Issuer;
let app: TestApp;
let callers: Record<string, Record<string, string>>;

beforeAll(async () => {
  [company, issuer] = [await startCompany(), await startIssuer()];
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_COOKIE: '__session',
    SERVICE_KEYS: `web:read+write:${hashOfKey('web')}`,
  });
  const token = await issuer.sign({ sub: OWNER, email: 'owner@example.com' });
  callers = {
    'a bearer token': { authorization: `Bearer ${token}` },
    'a cookie': { cookie: `__session=${token}` },
    'a service key': { authorization: 'Bearer web', 'x-user-id': OWNER },
  };
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_old', OWNER), 1));
  await app.deliver(
    alphaEvent('subscription.deleted', { ...alphaSubscription('sub_old', OWNER), status: 'canceled' }, 3),
  );
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_live', OWNER), 2));
  for (let n = 0; n < 30; n += 1)
    await app.deliver(alphaEvent('invoice.payment_succeeded', alphaInvoice(`in_${n}`, OWNER), n + 1));
});
afterAll(async () => {
  await app.close();
  await issuer.close();
  await company.close();
});

const get = (path: string, headers: Record<string, string>) =>
  app.call(`/api/payments/${path}`, { headers }).then(answerOf);
const send = (path: string, body: unknown, headers = callers['a service key']) =>
  app.call(`/api/payments/${path}`, post(body, undefined, headers)).then(answerOf);
const typed = async (path: string, input: unknown, headers: Record<string, string>) => {
  const query = new URLSearchParams({ input: JSON.stringify(input) });
  const { body } = await answerOf(await app.call(`/api/trpc/${path}?${query}`, { headers }));
  return (body as { result: { data: unknown } }).result.data;
};

describe.each(['a bearer token', 'a cookie', 'a service key'])('%s', (name) => {
  test('reads all subscriptions, live ones first', async () => {
    const headers = callers[name] ?? {};
    const { status, body } = await get('subscriptions', headers);
    const { subscriptions } = body as { subscriptions: { providerSubscriptionId: string }[] };
    expect(status).toBe(200);
    expect(subscriptions.map((each) => each.providerSubscriptionId)).toEqual(['sub_live', 'sub_old']);
    expect(await typed('subscription.list', undefined, headers)).toEqual(body);
  });

  test('reads all payments, page by page', async () => {
    const headers = callers[name] ?? {};
    const first = (await get('history', headers)).body as { payments: { id: string }[]; cursor: string | null };
    const second = (await get(`history?cursor=${first.cursor}`, headers)).body as typeof first;
    expect([first.payments.length, second.payments.length, second.cursor]).toEqual([25, 5, null]);
    expect(new Set([...first.payments, ...second.payments].map(({ id }) => id)).size).toBe(30);
    const { payments } = (await typed('payments.list', { limit: 25 }, headers)) as typeof first;
    expect(payments).toEqual(first.payments);
  });
});

test.each(['cursor=', 'cursor=a&cursor=b', 'cursor=%00', `cursor=${'x'.repeat(101)}`, 'cursor[a]=b'])(
  'an invalid page cursor is refused: %s',
  async (query) => {
    const answer = await get(`history?${query}`, callers['a service key'] ?? {});
    // Express reads brackets as text, so this parameter is unknown.
    if (query.includes('[')) expect(answer.status).toBe(200);
    else expect(answer).toEqual({ status: 400, body: { error: 'Invalid query' } });
  },
);

test('everyone can read the plans, as the pages show them', async () => {
  const answer = await get('plans', {});
  expect(answer.status).toBe(200);
  expect(await typed('plans.list', undefined, {})).toEqual(answer.body);
});

describe('a change', () => {
  const bad: [name: string, body: unknown][] = [
    ['nothing', {}],
    ['no object', []],
    ['no JSON', '{oops'],
    ['an unknown kind', { kind: 'explode' }],
    ['a plan that is not sold', { plan: 'free' }],
    ['a plan and a kind', { plan: 'pro', kind: 'resume' }],
    ['a plan that is no text', { plan: 7 }],
    ['an unknown period', { plan: 'pro', interval: 'week' }],
    ['no seats', { plan: 'pro', quantity: 0 }],
    ['half a seat', { plan: 'pro', quantity: 1.5 }],
    ['more than is known', { plan: 'pro', price: '0.01' }],
    ['more seats than the plan has', { plan: 'pro', quantity: 2 }],
    ['a date that is none', { plan: 'enterprise', prorationDate: 'yesterday' }],
  ];
  test.each(bad)('400: %s', async (_name, body) => {
    const calls = company.requests.length;
    for (const path of ['change', 'change/preview'])
      expect(await send(path, body)).toEqual({ status: 400, body: { error: 'Invalid request body' } });
    expect(company.requests.length).toBe(calls);
  });

  test.each([{ kind: 'resume' }, { kind: 'unpause' }, { kind: 'undo' }, { plan: 'pro' }])(
    '409: %j when there is nothing to resume or undo',
    async (body) => {
      const calls = company.requests.length;
      for (const path of ['change', 'change/preview'])
        expect(await send(path, body)).toMatchObject({ status: 409, body: { error: 'Plan change not possible' } });
      expect(company.requests.length).toBe(calls);
    },
  );

  test('404: no subscription to change', async () => {
    const nobody = { authorization: 'Bearer web', 'x-user-id': 'nobody' };
    for (const path of ['change', 'change/preview'])
      expect(await send(path, { kind: 'resume' }, nobody)).toEqual({
        status: 404,
        body: { error: 'No subscription found' },
      });
  });

  test('a preview shows what is due and changes nothing', async () => {
    const calls = company.requests.length;
    const live = (await typed('subscription.list', undefined, callers['a service key'] ?? {})) as {
      subscriptions: { currentPeriodEnd: string; amount: string }[];
    };
    const [{ currentPeriodEnd, amount } = { currentPeriodEnd: '', amount: '' }] = live.subscriptions;
    expect(await send('change/preview', { kind: 'cancel_at_period_end' })).toEqual({
      status: 200,
      body: {
        dueNow: '0.00',
        dueNext: '0.00',
        currency: 'usd',
        effectiveAt: currentPeriodEnd,
        nextAt: null,
        about: false,
        prorationDate: null,
        paidTime: 'kept',
        replaces: null,
        taxIncluded: { dueNow: null, dueNext: null },
      },
    });
    const later = (await send('change/preview', { plan: 'starter' })).body;
    expect(later).toMatchObject({ dueNow: '0.00', dueNext: '4.90', effectiveAt: currentPeriodEnd });
    expect(amount).toBe('9.90');
    expect(company.requests.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test("is made at the provider and answered with the provider's state", async () => {
    // The sandbox keeps only the first request.
    const refresh = post('', undefined, callers['a service key']);
    expect((await app.call('/api/trpc/subscription.refresh', refresh)).status).toBe(200);
    const { status, body } = await send('change', { kind: 'cancel_at_period_end' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ subscription: { providerSubscriptionId: 'sub_live', cancelAtPeriodEnd: true } });
    expect(Object.keys((body as { subscription: object }).subscription)).not.toContain('isLive');
  });
});
