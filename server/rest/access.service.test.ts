import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { alphaEvent, alphaSubscription } from '../testing/alphaObjects.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD } from '../testing/canaries.ts';
import { type Company, startCompany } from '../testing/company.ts';
import { mayComplain } from '../testing/complaints.ts';
import { post } from '../testing/requests.ts';
import { socialSettings } from '../testing/socialCompanies.ts';
import { openAccountPaths } from './accounts/accountPaths.ts';
import { createRestRouter } from './router.ts';

mayComplain(/Accounts: Invalid password/, /Accounts: State not found/);

type Who = 'nobody' | 'another' | 'operator' | 'owner' | Service;
/** Service keys by their scope; each asks for another user. */
type Service = 'reader' | 'writer' | 'changes key';

interface Row {
  /** Of a POST; `<token>` stands for the owner's session, `<account>` for what holds the owner's password. */
  body?: unknown;
  query?: string;
  /** HTTP status for each of them, or for all. */
  status: number | Record<Who, number>;
}

const services = { reader: 200, writer: 200, 'changes key': 403 };
const users = { nobody: 401, another: 200, operator: 200, owner: 200, ...services };
/** What asks for `write`. */
const buyers = { ...users, reader: 403 };
/** Nobody but the person. */
const closed = { reader: 403, writer: 403, 'changes key': 403 };
const people = { ...users, ...closed };
const refusedUsers = { nobody: 401, another: 400, operator: 400, owner: 400, ...closed };
const account = (status: number) => ({ nobody: status, another: status, operator: status, owner: status, ...closed });
const NOBODYS = { another: 404, operator: 404, writer: 404 };

/** Every path, and who may call it. A path that is missing here fails the test below. */
const access: Record<string, Row> = {
  // Before the checkout, which makes its user a customer.
  'POST /api/payments/portal': { body: {}, status: { ...buyers, ...NOBODYS, reader: 404 } },
  'POST /api/payments/checkout': { body: { plan: 'enterprise' }, status: buyers },
  'GET /api/payments/subscription': { status: users },
  'GET /api/payments/access': { status: users },
  'GET /api/payments/subscriptions': { status: users },
  'GET /api/payments/history': { status: users },
  'GET /api/payments/plans': { status: 200 },
  'POST /api/payments/change/preview': {
    body: { kind: 'cancel_at_period_end' },
    status: { ...users, ...NOBODYS, reader: 404 },
  },
  'POST /api/payments/change': { body: { kind: 'cancel_at_period_end' }, status: { ...buyers, ...NOBODYS } },
  'POST /api/webhooks/payments': { body: {}, status: 400 },
  'GET /api/health': { status: 200 },
  'GET /api/health/live': { status: 200 },
  'GET /api/health/ready': { status: 200 },
  'GET /api/openapi.json': { status: 200 },
  'GET /api/docs': { status: 200 },
  'GET /metrics': { status: 401 },
  'GET /.well-known/jwks.json': { status: 200 },
  'GET /api/auth/ok': { status: account(200) },
  'GET /api/auth/get-session': { status: account(200) },
  'GET /api/auth/list-sessions': { status: people },
  'POST /api/auth/sign-up/email': {
    body: { name: 'Eve', email: 'owner@example.com', password: PASSWORD },
    status: account(422),
  },
  'POST /api/auth/sign-in/email': {
    body: { email: 'owner@example.com', password: 'a wrong one' },
    status: account(401),
  },
  // The stand-in for the companies is away.
  'POST /api/auth/sign-in/social': { body: { provider: 'google', callbackURL: '/dashboard' }, status: account(200) },
  'GET /api/auth/callback/google': { status: account(302) },
  'GET /api/auth/callback/github': { status: account(302) },
  'GET /api/auth/list-accounts': { status: people },
  'POST /api/auth/change-password': {
    body: { currentPassword: 'a wrong one', newPassword: 'another password' },
    status: refusedUsers,
  },
  'POST /api/auth/verify-address': { body: { token: 'unknown' }, status: refusedUsers },
  // No mail can be sent here.
  'POST /api/auth/resend-verification': { body: {}, status: refusedUsers },
  'POST /api/auth/request-password-reset': { body: { email: 'owner@example.com' }, status: account(400) },
  'POST /api/auth/reset-password': {
    body: { token: 'unknown', newPassword: 'another password' },
    status: account(400),
  },
  'POST /api/auth/change-address': {
    body: { newEmail: 'new@example.com', password: 'a wrong one' },
    status: refusedUsers,
  },
  'POST /api/auth/update-user': { body: { name: 'Changed' }, status: people },
  'POST /api/auth/revoke-session': { body: { token: '<token>' }, status: people },
  'POST /api/auth/revoke-other-sessions': { body: {}, status: people },
  'POST /api/auth/delete-user': { body: { password: 'a wrong one' }, status: refusedUsers },
  'POST /api/auth/revoke-sessions': { body: {}, status: people },
  'POST /api/auth/sign-out': { body: {}, status: account(200) },
};

let app: TestApp;
let company: Company;
let owner: { id: string; email: string; cookie: string };
let shown: Record<Who, Record<string, string>>;
/** Each key is its own name. */
const keys: Record<Service, string> = { reader: 'read', writer: 'read+write', 'changes key': 'changes' };
let names: Record<string, string>;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({
    ALPHA_API_URL: company.url,
    OPERATOR_EMAILS: 'operator@example.com',
    METRICS_TOKEN: 'metrics-token-for-tests',
    ...socialSettings('http://127.0.0.1:1'),
    SERVICE_KEYS: Object.entries(keys)
      .map(([name, scopes], index) => `key-${index}:${scopes}:${hashOfKey(name.replace(' ', '-'))}`)
      .join(),
  });
  owner = await app.signUp('owner@example.com');
  const [another, operator] = [await app.signUp(), await app.signUp('operator@example.com')];
  await verifyAddress(app.deps.billing.database.prisma, operator.email);
  const served = await app.signUp();
  const key = (name: Service) => ({ authorization: `Bearer ${name.replace(' ', '-')}`, 'x-user-id': served.id });
  shown = {
    nobody: {},
    another: { cookie: another.cookie },
    operator: { cookie: operator.cookie },
    owner: { cookie: owner.cookie },
    reader: key('reader'),
    writer: key('writer'),
    'changes key': key('changes key'),
  };
  const account = await app.deps.billing.database.prisma.account.findFirst({ where: { userId: owner.id } });
  const token = decodeURIComponent(/session_token=([^;.]+)/.exec(owner.cookie)?.[1] ?? '');
  names = { '<token>': token, '<account>': account?.accountId ?? '' };
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_secret', owner.id)));
});
afterAll(async () => {
  await app.close();
  await company.close();
});

interface Layer {
  route?: { path: string | string[]; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** As Express keeps them; what has no method refuses all others. */
function restPaths(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    const methods = route?.stack.flatMap(({ method }) => method?.toUpperCase() ?? []) ?? [];
    const paths = [route?.path ?? []].flat();
    return [
      ...paths.flatMap((path) => methods.map((method) => `${method} /api${path}`)),
      ...restPaths(handle.stack ?? []),
    ];
  });
}

/** As better-auth keeps them; what has no path is for servers alone. */
function accountPaths(): string[] {
  const endpoints = Object.values(app.deps.auth.api) as unknown as {
    path?: string;
    options: { method: string | string[] };
  }[];
  return endpoints.flatMap(({ path, options }) =>
    path === undefined ? [] : [options.method].flat().map((method) => `${method} /api/auth${path}`),
  );
}

test('the table names every path, and only those', () => {
  const router = createRestRouter(app.deps).stack as unknown as Layer[];
  const outside = ['POST /api/webhooks/payments', 'GET /metrics', 'GET /.well-known/jwks.json'];
  const accounts = openAccountPaths.map((path) => path.replace(' ', ' /api/auth'));
  expect(Object.keys(access).sort()).toEqual([...restPaths(router), ...accounts, ...outside].sort());
  const named = accounts.map((path) => path.replace(/callback\/\w+/, 'callback/:id'));
  expect(accountPaths()).toEqual(expect.arrayContaining(named));
});

test('of better-auth’s paths only those of the table are open', async () => {
  const closed = accountPaths().filter((path) => !Object.hasOwn(access, path));
  expect(closed.length).toBeGreaterThan(10);
  for (const operation of closed)
    for (const who of ['nobody', 'owner'] as const) expect([404, 405]).toContain((await ask(operation, who)).status);
});

test.each(['/', '//', '/%20', '%2f', ';x=1'])('a path of accounts that ends in %s is another path', async (end) => {
  const body = { email: 'owner@example.com', password: PASSWORD };
  const written = ['sign-in/email', 'SIGN-IN/email', 'sign-in/%65mail', 'sign-in//email', './sign-in/email/'];
  for (const path of written.map((each, index) => (index === 0 ? each + end : each)))
    expect((await app.call(`/api/auth/${path}`, post(body))).status).toBe(404);
});

async function ask(operation: string, who: Who) {
  const [method = '', path = ''] = operation.split(' ');
  const { body, query = '' } = access[operation] ?? {};
  const fill = (text: string) => text.replace(/<\w+>/, (name) => names[name] ?? name);
  const address = `${path.replace(/:\w+/, 'guessed')}?${fill(query)}`;
  const init =
    method === 'GET' ? { headers: shown[who] } : post(fill(JSON.stringify(body) ?? ''), undefined, shown[who]);
  const response = await app.call(address, init);
  const caching = response.headers.get('cache-control');
  return { status: response.status, text: await response.text(), caching };
}

const expected = (operation: string, who: Who) => {
  const status = access[operation]?.status;
  return typeof status === 'number' ? status : status?.[who];
};

async function belongings() {
  const { user, session, account, checkout, subscription } = app.deps.billing.database.prisma;
  const where = { userId: owner.id };
  return Promise.all([
    user.findUnique({ where: { id: owner.id } }),
    ...[session.findMany({ where }), account.findMany({ where }), checkout.findMany({ where })],
    subscription.findMany({ where }),
  ]);
}

describe.each(['nobody', 'another', 'operator', 'reader', 'writer', 'changes key'] as const)('%s', (who) => {
  test.each(Object.keys(access))('%s', async (operation) => {
    const before = await belongings();
    const { status, text, caching } = await ask(operation, who);
    expect(status).toBe(expected(operation, who));
    expect(text).not.toMatch(new RegExp(`secret|${owner.id}|owner@example`));
    expect(await belongings()).toEqual(before);
    if (/ \/api\/(?!webhooks)/.test(operation)) expect(caching).toBe('no-store');
  });
});

/** What ends sessions ends this one too. */
async function enterAgain(): Promise<void> {
  const credentials = { email: owner.email, password: PASSWORD };
  const response = await app.call('/api/auth/sign-in/email', post(credentials));
  shown.owner = { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

test.each(Object.keys(access))('the owner: %s', async (operation) => {
  const { text } = await ask('GET /api/auth/get-session', 'owner');
  if (text === 'null') await enterAgain();
  expect((await ask(operation, 'owner')).status).toBe(expected(operation, 'owner'));
});
