import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { runSql } from '../testing/database/database.ts';
import { mayComplain, OUTAGE } from '../testing/run/complaints.ts';

mayComplain(OUTAGE, /Failed to create checkout session/, /request completed/, /Internal Server Error/);

/** The order of the checks, and the words of a failure, are the specification's in both APIs. */
let app: TestApp;
/** Cookies: of nobody, of somebody without a customer, with the active provider's, and with another one's. */
let people: Record<'nobody' | 'bystander' | 'subscriber' | 'moved', string | undefined>;

beforeAll(async () => {
  app = await startTestApp();
  const [bystander, subscriber, moved] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await addCustomer(app, subscriber);
  await addCustomer(app, moved, { provider: 'beta' });
  const { cookie } = subscriber;
  people = { nobody: undefined, bystander: bystander.cookie, subscriber: cookie, moved: moved.cookie };
});
afterAll(() => app.close());

const apis = {
  checkout: { rest: 'checkout', trpc: 'checkout.start' },
  portal: { rest: 'portal', trpc: 'portal.open' },
  subscription: { rest: 'subscription', trpc: 'subscription.current' },
} as const;
const UNAUTHORIZED = { status: 401, body: { error: 'Unauthorized' } };
const INVALID_BODY = { status: 400, body: { error: 'Invalid request body' } };
const NO_CUSTOMER = { status: 404, body: { error: 'No customer found' } };
const MISMATCH = { status: 400, body: { error: 'Customer provider (beta) does not match active provider (alpha)' } };
const failed = (error: string) => ({ status: 500, body: { error } });

/** By REST, and by tRPC if that says the same. */
async function alike(verb: keyof typeof apis, who: keyof typeof people, init: (cookie?: string) => RequestInit) {
  const ask = async (path: string) => answerOf(await app.call(path, init(people[who])));
  const [rest, typed] = [await ask(`/api/payments/${apis[verb].rest}`), await ask(`/api/trpc/${apis[verb].trpc}`)];
  const { error } = typed.body as { error: { message: string } };
  expect({ status: typed.status, body: { error: error.message } }).toEqual(rest);
  return rest;
}

test.each([
  ['is not JSON', '{oops', {}],
  ['holds a NUL', '{"plan":"pro","returnUrl":"/\\u0000"}', {}],
  ['is compressed', '{"plan":"pro"}', { 'content-encoding': 'gzip' }],
])('a body that %s is refused in its turn, by both', async (_name, body, headers) => {
  const init = (cookie?: string) => post(body, cookie, headers);
  for (const verb of ['checkout', 'portal'] as const) {
    expect(await alike(verb, 'nobody', init)).toEqual(UNAUTHORIZED);
    expect(await alike(verb, 'subscriber', init)).toEqual(INVALID_BODY);
  }
  expect(await alike('portal', 'bystander', init)).toEqual(NO_CUSTOMER);
  expect(await alike('portal', 'moved', init)).toEqual(MISMATCH);
});

test('a foreign page is refused after the session, the customer and the body, by both', async () => {
  const from = (body: unknown) => (cookie?: string) => post(body, cookie, { origin: 'https://evil.example.com' });
  const FORBIDDEN = { status: 403, body: { error: 'Forbidden' } };
  for (const verb of ['checkout', 'portal'] as const) {
    expect(await alike(verb, 'nobody', from({ plan: 'pro' }))).toEqual(UNAUTHORIZED);
    expect(await alike(verb, 'subscriber', from('{oops'))).toEqual(INVALID_BODY);
    expect(await alike(verb, 'subscriber', from(verb === 'portal' ? {} : { plan: 'pro' }))).toEqual(FORBIDDEN);
  }
  expect(await alike('checkout', 'subscriber', from({ plan: 'free' }))).toEqual(INVALID_BODY);
  expect(await alike('portal', 'bystander', from({}))).toEqual(NO_CUSTOMER);
  expect(await alike('portal', 'moved', from({}))).toEqual(MISMATCH);
});

test.each([
  ['checkout', failed('Failed to create checkout session')],
  ['portal', failed('Internal Server Error')],
  ['subscription', failed('Internal Server Error')],
] as const)('%s without a table of sessions fails in the same words', async (verb, expected) => {
  const { databaseUrl } = app.deps.settings;
  await runSql(databaseUrl, 'ALTER TABLE session RENAME TO away');
  const asked = (cookie?: string) =>
    verb === 'subscription' ? { headers: { cookie: cookie ?? '' } } : post({ plan: 'pro' }, cookie);
  const answer = await alike(verb, 'bystander', asked).finally(() =>
    runSql(databaseUrl, 'ALTER TABLE away RENAME TO session'),
  );
  expect(answer).toEqual(expected);
});
