import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { accountCalls } from '../../testing/calls/accountCalls.ts';
import { post } from '../../testing/calls/requests.ts';
import { serviceCalls } from '../../testing/calls/serviceCalls.ts';
import { type Company, startCompany } from '../../testing/company/company.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { mayComplain, OUTAGE } from '../../testing/run/complaints.ts';
import type { Document } from './document.ts';
import { operations } from './operations.ts';
import { isSaid, type Refusal } from './testing.ts';

mayComplain(
  OUTAGE,
  /Failed to create checkout session/,
  /request completed|The use of a service key could not be recorded/,
  /Internal Server Error/,
  /Failed to process [a-z._]+ event/,
  /Accounts: /,
);

let company: Company;
let app: TestApp;
/** A process that lost its database. */
let lost: TestApp;
let strict: TestApp;
let document: Document;
const SERVICE_KEYS = `web:read+write:${hashOfKey('web')},feed:changes:${hashOfKey('feed')}`;
const cookies: Record<string, string> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    CHECKOUT_LIMIT: '2',
    PORTAL_LIMIT: '2',
    CHANGE_LIMIT: '1',
    REFRESH_LIMIT: '2',
    SERVICE_KEYS,
  });
  lost = await startTestApp({ SERVICE_KEYS }, app);
  await lost.deps.billing.database.close();
  strict = await startTestApp({ ADDRESS_LIMIT: '2' }, app);
  document = (await (await app.call('/api/openapi.json')).json()) as Document;
  for (const name of ['new', 'bystander', 'eager', 'unlucky', 'subscriber', 'keen', 'other']) {
    const person = await app.signUp();
    const { id, cookie } = person;
    cookies[name] = cookie;
    ids[name] = id;
    if (name === 'subscriber') {
      await app.deliver(alphaEvent('customer.subscription.created', alphaSubscription('sub_1', id)));
    }
    const provider = { keen: 'alpha', other: 'gamma' }[name];
    if (provider) await addCustomer(app, person, { provider });
  }
});
afterAll(async () => {
  await lost.close();
  await strict.close();
  await app.close();
  await company.close();
});

const get = (path: string, name?: string, at = app) =>
  at.call(path, { headers: name ? { cookie: cookies[name] ?? '' } : {} });
const send = (path: string, body: unknown, name?: string) =>
  app.call(path, post(body, name === undefined ? undefined : cookies[name]));
const foreign = (path: string, body: object = {}) =>
  app.call(path, post(body, cookies.keen, { origin: 'https://evil.example.com' }));

async function whileFailing(call: () => Promise<Response>, fault: Company['fault'] = '500'): Promise<Response> {
  company.fault = fault;
  return call().finally(() => {
    company.fault = 'none';
  });
}

async function tooOften(call: () => Promise<Response>): Promise<Response> {
  await call();
  await call();
  return call();
}

const byKey = (id: string, key = 'web') => ({ authorization: `Bearer ${key}`, 'x-user-id': id });
const read = (path: string, headers: Record<string, string>) => app.call(path, { headers });
const write = (path: string, body: unknown, headers: Record<string, string>) =>
  app.call(path, post(body, undefined, headers));
const huge = { plan: 'x'.repeat(200_000) };
const checkout = '/api/payments/checkout';
const portal = '/api/payments/portal';
const unknown = { id: 'evt_unknown', type: 'ping', created: 1 };
const useless = { id: 'evt_useless', type: 'invoice.payment_succeeded', created: 1, data: { object: {} } };
const readings = ['access', 'subscription', 'subscriptions', 'history'].map((name) => `/api/payments/${name}`);

/** For read endpoints. */
function callsOf(path: string): [name: string, calls: (() => Promise<Response>)[]][] {
  return [
    [`get ${path} 200`, [() => get(path, 'subscriber'), () => get(path, 'new')]],
    [`get ${path} 400`, [() => read(path, byKey('no user'))]],
    [`get ${path} 401`, [() => get(path)]],
    [`get ${path} 403`, [() => read(path, byKey('nobody', 'feed'))]],
    [`get ${path} 404`, [() => read(path, byKey('nobody'))]],
    [`get ${path} 500`, [() => get(path, 'new', lost)]],
  ];
}

const change = '/api/payments/change';
const preview = `${change}/preview`;
const cancel = { kind: 'cancel_at_period_end' };

async function changed(): Promise<Response> {
  // The sandbox keeps only the first request.
  await app.call('/api/trpc/subscription.refresh', post('', cookies.subscriber));
  return write(change, cancel, byKey(ids.subscriber ?? ''));
}

async function upgrade(path: string, subscription: string): Promise<() => Promise<Response>> {
  const { id, cookie } = await app.signUp();
  await app.deliver(alphaEvent('customer.subscription.created', alphaSubscription(subscription, id)));
  return () => app.call(path, post({ plan: 'enterprise' }, cookie));
}

const declined = async () => whileFailing(await upgrade(change, 'sub_declined'), '402');
const previewed = async () => tooOften(await upgrade(preview, 'sub_previewed'));

/** How to produce every answer in the document. */
const calls: Record<string, (() => Promise<Response>)[]> = {
  [`post ${checkout} 200`]: [() => send(checkout, { plan: 'pro' }, 'new')],
  [`post ${checkout} 400`]: [() => send(checkout, { plan: 'free' }, 'new'), () => send(checkout, '{oops', 'new')],
  [`post ${checkout} 401`]: [() => send(checkout, { plan: 'pro' })],
  [`post ${checkout} 403`]: [() => foreign(checkout, { plan: 'pro' })],
  [`post ${checkout} 404`]: [() => write(checkout, { plan: 'pro' }, byKey('nobody'))],
  [`post ${checkout} 413`]: [() => send(checkout, huge, 'new')],
  [`post ${checkout} 429`]: [() => tooOften(() => send(checkout, { plan: 'pro' }, 'eager'))],
  [`post ${checkout} 500`]: [() => whileFailing(() => send(checkout, { plan: 'starter' }, 'unlucky'))],
  'get /api/payments/access 304': [
    () => read('/api/payments/access', { cookie: cookies.new ?? '', 'if-none-match': '*' }),
  ],
  'get /api/payments/plans 200': [() => get('/api/payments/plans')],
  [`post ${preview} 200`]: [() => send(preview, cancel, 'subscriber')],
  [`post ${preview} 400`]: [() => send(preview, {}, 'subscriber')],
  [`post ${preview} 401`]: [() => send(preview, cancel)],
  [`post ${preview} 403`]: [() => foreign(preview)],
  [`post ${preview} 404`]: [() => send(preview, cancel, 'new'), () => write(preview, cancel, byKey('nobody'))],
  [`post ${preview} 409`]: [() => send(preview, { kind: 'undo' }, 'subscriber')],
  [`post ${preview} 413`]: [() => send(preview, huge, 'subscriber')],
  [`post ${preview} 429`]: [previewed],
  [`post ${preview} 500`]: [() => lost.call(preview, post(cancel, cookies.subscriber))],
  [`post ${change} 200`]: [changed],
  [`post ${change} 400`]: [() => send(change, { plan: 'free' }, 'subscriber')],
  [`post ${change} 401`]: [() => send(change, cancel)],
  [`post ${change} 402`]: [declined],
  [`post ${change} 403`]: [() => foreign(change), () => write(change, cancel, byKey(ids.new ?? '', 'feed'))],
  [`post ${change} 404`]: [() => send(change, cancel, 'new'), () => write(change, cancel, byKey('nobody'))],
  [`post ${change} 409`]: [() => send(change, { kind: 'undo' }, 'subscriber')],
  [`post ${change} 413`]: [() => send(change, huge, 'subscriber')],
  [`post ${change} 429`]: [() => send(change, cancel, 'subscriber')],
  [`post ${change} 500`]: [() => lost.call(change, post(cancel, cookies.subscriber))],
  [`post ${portal} 200`]: [() => send(portal, {}, 'subscriber')],
  [`post ${portal} 400`]: [() => send(portal, { returnUrl: 1 }, 'subscriber'), () => send(portal, {}, 'other')],
  [`post ${portal} 401`]: [() => send(portal, {})],
  [`post ${portal} 403`]: [() => foreign(portal)],
  [`post ${portal} 404`]: [() => send(portal, {}, 'bystander')],
  [`post ${portal} 413`]: [() => send(portal, huge, 'subscriber')],
  [`post ${portal} 429`]: [() => tooOften(() => send(portal, {}, 'keen'))],
  [`post ${portal} 500`]: [() => whileFailing(() => send(portal, {}, 'subscriber'))],
  ...Object.fromEntries(readings.flatMap(callsOf)),
  ...serviceCalls(() => ({ app, lost, userId: ids.new ?? '' })),
  ...accountCalls(() => ({ app, strict })),
  'post /api/webhooks/payments 200': [() => app.deliver(unknown)],
  'post /api/webhooks/payments 400': [
    () => app.call('/api/webhooks/payments', { method: 'POST', body: '{}' }),
    () => app.deliver(unknown, { secret: 'whsec_of_somebody_else_1' }),
    () => app.deliver('{oops'),
  ],
  'post /api/webhooks/payments 413': [() => app.deliver('x'.repeat(1_100_000))],
  'post /api/webhooks/payments 500': [() => app.deliver(useless)],
  ...Object.fromEntries(
    ['/api/health', '/api/health/ready'].flatMap((path) => [
      [`get ${path} 200`, [() => get(path)]],
      [`get ${path} 503`, [() => get(path, undefined, lost)]],
    ]),
  ),
  'get /api/health/live 200': [() => get('/api/health/live')],
};

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result).toMatchObject({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

test('the document lists every path of the REST API and how to authenticate', () => {
  expect(Object.keys(document.paths)).toEqual(operations.map(({ path }) => path));
  expect(document.components.securitySchemes).toMatchObject({
    cookie: { name: 'billing.session_token' },
    signature: { name: 'alpha-signature' },
  });
  expect(document.components.schemas.CheckoutRequest).toMatchObject({
    required: ['plan'],
    properties: { plan: { enum: ['starter', 'pro', 'enterprise'] }, interval: { default: 'month' } },
  });
});

const promised = operations.flatMap(({ method, path, answers }) =>
  answers.map(([status, schema, when]) => ({ name: `${method} ${path} ${status}`, status, schema, when })),
);

test('every documented answer is tested', () => {
  expect(promised.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

test.each(promised)('$name matches the document', async ({ name, status, schema, when }) => {
  const ajv = formats.default(new Ajv2020({ strict: false })).addSchema(document, 'document');
  const isValid = ajv.compile({ $ref: `document#/components/schemas/${schema ?? 'Error'}` });
  for (const call of calls[name] ?? []) {
    const response = await call();
    expect(response.status).toBe(status);
    if (schema === null) {
      expect(await response.text()).toBe('');
      continue;
    }
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = (await response.json()) as Refusal;
    expect({ body, errors: isValid(body) ? null : isValid.errors }).toEqual({ body, errors: null });
    if (schema === 'Error' || schema === 'AccountError') expect([when, body]).toSatisfy(isSaid);
    if (status === 429) expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
});

test('the schemas reject wrong answers', () => {
  const ajv = formats.default(new Ajv2020({ strict: false })).addSchema(document, 'document');
  const isAnswer = ajv.compile({ $ref: 'document#/components/schemas/SubscriptionAnswer' });
  expect(isAnswer({ subscription: null })).toBe(true);
  expect(isAnswer({ subscription: {} })).toBe(false);
  expect(isAnswer({ subscription: null, more: 1 })).toBe(false);
  expect(isAnswer({})).toBe(false);
});

test('the page of the API is served with its own policy', async () => {
  const response = await app.call('/api/docs');
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
});
