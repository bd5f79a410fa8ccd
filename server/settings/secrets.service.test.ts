import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';
import { dumpTables } from '../testing/app/canaries.ts';
import { post } from '../testing/calls/requests.ts';
import { type Company, faults, startCompany } from '../testing/company/company.ts';
import { modelCustomer, modelSubscription } from '../testing/events/model.ts';
import { toSnapshot } from '../testing/events/wire.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(
  /Accounts: Invalid password/,
  /Failed to create checkout session/,
  /request completed/,
  /Failed to process [a-z._]+ event/,
  /a failure/,
);

const canaries: Record<string, string> = {
  'API key': 'sk_live_canary_0123456789',
  'webhook secret': SECRET,
  'rotated webhook secret': 'whsec_canary_before_0123456789',
  'auth secret': 'auth_canary_0123456789_0123456789',
  'metrics token': 'metrics_canary_0123456789',
  password: 'canary horse battery',
  'mistyped password': 'canary mistyped battery',
  'card number': '4242424242424242',
};

let company: Company;
let app: TestApp;
/** Every text that the service returned to anyone, except the answers that sign a user in. */
const answered: string[] = [];

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    ALPHA_SECRET_KEY: canaries['API key'] ?? '',
    LOG_LEVEL: 'trace',
    ALPHA_WEBHOOK_SECRET: `${canaries['webhook secret']},${canaries['rotated webhook secret']}`,
    AUTH_SECRET: canaries['auth secret'] ?? '',
    METRICS_TOKEN: canaries['metrics token'] ?? '',
  });
  canaries['database password'] = decodeURIComponent(new URL(app.deps.settings.databaseUrl).password);
});
afterAll(async () => {
  await app.close();
  await company.close();
});

async function ask(path: string, init?: RequestInit): Promise<void> {
  const response = await app.call(path, init);
  answered.push(`${[...response.headers].join('\n')}\n${await response.text()}`);
}

/** Signs up and in; those answers are the user's own. */
async function enter(): Promise<{ cookie: string; bearer: string; id: string }> {
  const credentials = { email: 'canary@example.com', password: canaries.password };
  const response = await app.call('/api/auth/sign-up/email', post({ name: 'Canary', ...credentials }));
  const bearer = response.headers.get('set-auth-token') ?? '';
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
  const { user } = (await response.json()) as { user: { id: string } };
  return { cookie, bearer, id: user.id };
}

async function beBusy(cookie: string, bearer: string, userId: string): Promise<void> {
  const email = 'canary@example.com';
  const at = Date.now();
  const customer = modelCustomer('1', { userId, email });
  const subscription = toSnapshot('alpha', modelSubscription('sub_1', at, { status: 'past_due' }), customer);
  const card = canaries['card number'];
  const wrong = { plan: card, password: canaries.password, token: bearer };
  await ask('/api/auth/sign-in/email', post({ email, password: canaries['mistyped password'] }));
  await ask('/api/auth/sign-in/email', post({ email, password: { is: canaries.password } }));
  await ask(`/api/auth/get-session?token=${bearer}`, { headers: { authorization: `Bearer ${bearer}x` } });
  for (const path of ['/api/payments/checkout', '/api/payments/portal', '/api/trpc/checkout.start']) {
    await ask(path, post(wrong, cookie));
    await ask(path, post(`{"password":"${canaries.password}`, cookie, { authorization: `Bearer ${bearer}` }));
  }
  await ask(`/api/trpc/nothing?token=${bearer}&input=${encodeURIComponent(JSON.stringify(wrong))}`, {
    headers: { cookie },
  });
  for (const fault of [...faults.filter((name) => name !== 'hang'), 'none' as const]) {
    company.fault = fault;
    await ask('/api/payments/checkout', post({ plan: 'starter' }, cookie));
    await ask('/api/trpc/subscription.refresh', post({}, undefined, { authorization: `Bearer ${bearer}` }));
  }
  const deliver = async (...delivery: Parameters<TestApp['deliver']>) => {
    answered.push(await (await app.deliver(...delivery)).text());
  };
  await deliver({ id: 'evt_1', type: 'customer.subscription.updated', created: 1, data: { object: subscription } });
  await deliver({ id: 'evt_2', type: 'invoice.payment_succeeded', created: 1, data: { object: {} } });
  await deliver({ id: 'evt_3' }, { secret: 'whsec_of_somebody_else_1' });
  await deliver(`{"password":"${canaries['auth secret']}`);
  await deliver({ id: 'evt_4' }, { headers: { 'alpha-signature': canaries['webhook secret'] ?? '' } });
  await ask('/metrics', { headers: { authorization: `Bearer ${canaries['metrics token']}` } });
  await ask('/metrics', { headers: { authorization: `Bearer ${canaries['metrics token']}x` } });
  await ask('/api/health');
  await ask('/api/payments/subscription', { headers: { cookie } });
}

test('after a busy run no secret is in a log line, an answer or a row', async () => {
  const { cookie, bearer, id } = await enter();
  canaries['session cookie'] = cookie.split('=')[1] ?? '';
  canaries['bearer token'] = bearer;
  await beBusy(cookie, bearer, id);
  const { prisma } = app.deps.billing.database;
  await prisma.$queryRawUnsafe('SELECT 1 FROM nowhere').catch((err: Error) => app.deps.log.error({ err }, 'a failure'));
  const places = {
    log: app.logged.join('\n'),
    answers: answered.join('\n'),
    tables: await dumpTables(app.deps.settings.databaseUrl),
  };
  expect(app.logged.length).toBeGreaterThan(20);
  expect(places.tables).toContain('canary@example.com');
  for (const [name, canary] of Object.entries(canaries)) {
    expect(canary.length, name).toBeGreaterThan(8);
    for (const written of new Set([canary, decodeURIComponent(canary), encodeURIComponent(canary)])) {
      for (const [place, text] of Object.entries(places))
        expect(text.includes(written), `${name} in ${place}`).toBe(false);
    }
  }
});
