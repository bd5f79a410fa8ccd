import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, PERSON } from '../auth/callers/caller.ts';
import type { OwnSubscription } from '../billing/subscriptions/currentSubscription.ts';
import { readLatestSubscription } from '../database/reads/subscriptions.ts';
import { AppError } from '../errors.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, type Fault, PORTAL_PAGE, startCompany } from '../testing/company/company.ts';
import { alphaEvent, alphaSubscription } from '../testing/events/alphaObjects.ts';
import { mayComplain, OUTAGE } from '../testing/run/complaints.ts';
import { appRouter } from './router.ts';
import { createCaller } from './trpc.ts';

mayComplain(OUTAGE, /Failed to create checkout session/, /request completed/, /Internal Server Error/);

type Answer = { status: number; body: unknown } | { status: number; error: string };

let app: TestApp;
let company: Company;
let people: Record<'nobody' | 'fresh' | 'bystander' | 'subscriber' | 'moved', Person | null>;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
  const [fresh, subscriber, moved] = [await app.signUp(), await app.signUp(), await app.signUp()];
  people = { nobody: null, fresh, bystander: await app.signUp(), subscriber, moved };
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_1', subscriber.id)));
  await addCustomer(app, moved, { provider: 'beta' });
});
afterAll(async () => {
  await app.close();
  await company.close();
});

const apis = {
  checkout: { rest: 'checkout', trpc: 'checkout.start' },
  portal: { rest: 'portal', trpc: 'portal.open' },
  subscription: { rest: 'subscription', trpc: 'subscription.current' },
} as const;
type Verb = keyof typeof apis;

const unlessOk = (status: number, body: unknown, error: unknown): Answer =>
  status < 400 ? { status, body } : { status, error: String(error) };

async function byRest(verb: Verb, person: Person | null, input: unknown) {
  const init = verb === 'subscription' ? { headers: { cookie: person?.cookie ?? '' } } : post(input, person?.cookie);
  const { status, body } = await answerOf(await app.call(`/api/payments/${apis[verb].rest}`, init));
  return unlessOk(status, body, (body as { error?: string }).error);
}

async function byTrpc(verb: Verb, person: Person | null, input: unknown) {
  const init = verb === 'subscription' ? { headers: { cookie: person?.cookie ?? '' } } : post(input, person?.cookie);
  const { status, body } = await answerOf(await app.call(`/api/trpc/${apis[verb].trpc}`, init));
  const { result, error } = body as { result?: { data: unknown }; error?: { message: string } };
  expect(JSON.stringify(error ?? '')).not.toMatch(/stack|cause|\.ts|node_modules|provider answered|prisma/i);
  return unlessOk(status, result?.data, error?.message);
}

const statuses: Record<string, number> = {
  UNAUTHORIZED: 401,
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  INTERNAL_SERVER_ERROR: 500,
};

function callerOf({ id, email }: Person): Caller {
  return { id, email, name: 'Ada Lovelace', emailVerified: false, operator: false, scopes: PERSON };
}

async function byCaller(verb: Verb, person: Person | null, input: unknown): Promise<Answer> {
  const user = person && callerOf(person);
  const subscription = user && (await readLatestSubscription(app.deps.billing.database.pool, user.id));
  const subscriber = async () => user && { user, subscription };
  const caller = createCaller(appRouter)({
    deps: app.deps,
    user: async () => user,
    session: async () => user && { id: 'session', until: null, user },
    subscriber,
    sender: () => '127.0.0.1',
    service: async () => {
      throw new AppError('unauthorized');
    },
  });
  const calls = {
    checkout: () => caller.checkout.start(input as Parameters<typeof caller.checkout.start>[0]),
    portal: () => caller.portal.open((input === '' ? undefined : input) as Parameters<typeof caller.portal.open>[0]),
    subscription: () => caller.subscription.current(),
  };
  try {
    return { status: 200, body: await calls[verb]() };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const text = error.cause instanceof AppError ? error.cause.message : 'Invalid request body';
    return { status: statuses[error.code] ?? 0, error: text };
  }
}

interface Case {
  verb: Verb;
  who: keyof typeof people;
  input?: unknown;
  fault?: Fault;
  expected: unknown;
}

const UNAUTHORIZED = { status: 401, error: 'Unauthorized' };
const INVALID_BODY = { status: 400, error: 'Invalid request body' };
const NO_CUSTOMER = { status: 404, error: 'No customer found' };
const MISMATCH = { status: 400, error: 'Customer provider (beta) does not match active provider (alpha)' };
const INTERNAL = { status: 500, error: 'Internal Server Error' };

const cases: Case[] = [
  { verb: 'checkout', who: 'nobody', input: { plan: 'pro' }, expected: UNAUTHORIZED },
  { verb: 'checkout', who: 'nobody', input: { plan: 'free' }, expected: UNAUTHORIZED },
  { verb: 'checkout', who: 'fresh', input: { plan: 'free' }, expected: INVALID_BODY },
  { verb: 'checkout', who: 'fresh', input: {}, expected: INVALID_BODY },
  { verb: 'checkout', who: 'fresh', input: null, expected: INVALID_BODY },
  { verb: 'checkout', who: 'fresh', input: { plan: 'pro', cancelUrl: '//evil.example.com' }, expected: INVALID_BODY },
  {
    verb: 'checkout',
    who: 'fresh',
    input: { plan: 'pro' },
    expected: { status: 200, body: { url: expect.stringContaining('/pay/'), sessionId: expect.any(String) } },
  },
  {
    verb: 'checkout',
    who: 'fresh',
    input: { plan: 'starter' },
    fault: '500',
    expected: { status: 500, error: 'Failed to create checkout session' },
  },
  { verb: 'portal', who: 'nobody', input: {}, expected: UNAUTHORIZED },
  { verb: 'portal', who: 'bystander', input: {}, expected: NO_CUSTOMER },
  { verb: 'portal', who: 'bystander', input: { returnUrl: 7 }, expected: NO_CUSTOMER },
  { verb: 'portal', who: 'moved', input: {}, expected: MISMATCH },
  { verb: 'portal', who: 'moved', input: [], expected: MISMATCH },
  { verb: 'portal', who: 'subscriber', input: { returnUrl: 7 }, expected: INVALID_BODY },
  { verb: 'portal', who: 'subscriber', input: [], expected: INVALID_BODY },
  { verb: 'portal', who: 'subscriber', input: null, expected: INVALID_BODY },
  { verb: 'portal', who: 'subscriber', input: { returnUrl: 'https://evil.example.com' }, expected: INVALID_BODY },
  {
    verb: 'portal',
    who: 'subscriber',
    input: {},
    expected: { status: 200, body: { url: 'a page of the portal' } },
  },
  {
    verb: 'portal',
    who: 'subscriber',
    input: '',
    expected: { status: 200, body: { url: 'a page of the portal' } },
  },
  { verb: 'portal', who: 'subscriber', input: {}, fault: '429', expected: INTERNAL },
  { verb: 'subscription', who: 'nobody', expected: UNAUTHORIZED },
  { verb: 'subscription', who: 'fresh', expected: { status: 200, body: { subscription: null } } },
  {
    verb: 'subscription',
    who: 'subscriber',
    expected: { status: 200, body: { subscription: expect.objectContaining({ providerSubscriptionId: 'sub_1' }) } },
  },
];

/** Each call creates a page of its own. */
function withoutAddress(answer: Answer): Answer {
  const { url } = 'body' in answer ? (answer.body as { url?: unknown }) : {};
  return typeof url === 'string' && PORTAL_PAGE.test(url)
    ? { ...answer, body: { url: 'a page of the portal' } }
    : answer;
}

/** The specification's fields only: pages get more, so that they need not decide it again. */
function withoutExtras(answer: Answer): Answer {
  if (!('body' in answer)) return answer;
  const { subscription, ...body } = answer.body as { subscription?: OwnSubscription | null };
  if (!subscription) return answer;
  const { isLive, isRunning, isPlanKnown, awaitsPayment, amountKnown, cancelAt, endedAt, ...rest } = subscription;
  expect([isLive, isRunning, isPlanKnown, amountKnown]).toEqual([true, true, true, true]);
  expect([awaitsPayment, cancelAt, endedAt]).toEqual([false, null, null]);
  const { amountDiscounted, discountUntil, taxIncluded, ...details } = rest;
  expect([amountDiscounted, discountUntil, taxIncluded]).toEqual([null, null, null]);
  const { seats, paused, collectionPaused, scheduledChange, paid, former, listPrice, ...specified } = details;
  expect(listPrice).toBeNull();
  expect({ seats, paused, collectionPaused, scheduledChange, former }).toEqual({
    seats: 1,
    paused: false,
    collectionPaused: false,
    scheduledChange: null,
    former: null,
  });
  expect(paid).toEqual({ plan: specified.plan, interval: specified.interval, amount: specified.amount });
  return { ...answer, body: { ...body, subscription: specified } };
}

describe('REST, tRPC and a caller answer the same', () => {
  test.each(cases)('$verb for $who with $input (company: $fault)', async ({ verb, who, input, fault, expected }) => {
    company.fault = fault ?? 'none';
    const person = people[who];
    const rest = withoutAddress(await byRest(verb, person, input));
    expect(rest).toEqual(expected);
    expect(withoutAddress(withoutExtras(await byTrpc(verb, person, input)))).toEqual(rest);
    expect(withoutAddress(withoutExtras(await byCaller(verb, person, input)))).toEqual(rest);
    company.fault = 'none';
  });
});

test.each([
  ['an unknown procedure', '/api/trpc/nothing.at.all', undefined, 404],
  ['an inherited name', '/api/trpc/__proto__', undefined, 404],
  ['no procedure', '/api/trpc/', undefined, 404],
  ['a query for a mutation', '/api/trpc/checkout.start', undefined, 405],
  ['a mutation for a query', '/api/trpc/plans.list', post({}), 405],
  ['input that is not JSON', '/api/trpc/payments.list?input={oops', undefined, 400],
  ['a body that is not JSON', '/api/trpc/checkout.start', post('{oops'), 400],
  ['another content type', '/api/trpc/checkout.start', post('{}', undefined, { 'content-type': 'text/plain' }), 415],
  ['a form', '/api/trpc/checkout.start', post('{}', undefined, { 'content-type': 'multipart/form-data' }), 400],
  ['a huge body', '/api/trpc/checkout.start', post({ plan: 'x'.repeat(200_000) }), 413],
])('%s is refused in the words of the table', async (...[, path, init, expected]) => {
  const cookie = people.fresh?.cookie ?? '';
  const headers = { ...(init?.headers as Record<string, string>), cookie };
  const { status, body } = await answerOf(await app.call(path, { ...init, headers }));
  expect(status).toBe(expected);
  const { error } = body as { error: { message: string; data: object } };
  expect(['Invalid request body', 'Not found', 'Method not allowed', 'Payload too large']).toContain(error.message);
  expect(Object.keys(error.data).sort()).toEqual(expect.arrayContaining(['code', 'httpStatus']));
  expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|JSON at position/);
});

test('an internal failure is logged with its cause and answered without it', async () => {
  company.fault = '500';
  app.logged.length = 0;
  await byTrpc('portal', people.subscriber, {});
  company.fault = 'none';
  expect(app.logged.join('\n')).toMatch(/The provider answered 500/);
});
