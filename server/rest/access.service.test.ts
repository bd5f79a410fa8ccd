import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { post } from '../testing/calls/requests.ts';
import { access, type Service, type Who } from '../testing/calls/restAccess.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { alphaEvent, alphaSubscription } from '../testing/events/alphaObjects.ts';
import { type Issuer, startIssuer } from '../testing/logins/issuer.ts';
import { socialSettings } from '../testing/logins/socialCompanies.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { openAccountPaths } from './accounts/accountPaths.ts';
import { createRestRouter } from './router.ts';

mayComplain(/Accounts: Invalid password/, /Accounts: State not found/);

let app: TestApp;
/** The sign-in page of the foreign login. */
let other: TestApp;
let issuer: Issuer;
let company: Company;
let owner: Person;
let shown: Record<Who, Record<string, string>>;
/** Each key has its own name as its value. */
const keys: Record<Service, string> = {
  reader: 'read',
  writer: 'read+write',
  'changes key': 'changes',
  'verify key': 'verify',
};
let names: Record<string, string>;

beforeAll(async () => {
  company = await startCompany();
  issuer = await startIssuer();
  const settings = {
    ALPHA_API_URL: company.url,
    OPERATOR_EMAILS: 'operator@example.com',
    METRICS_TOKEN: 'metrics-token-for-tests',
    SERVICE_KEYS: Object.entries(keys)
      .map(([name, scopes], index) => `key-${index}:${scopes}:${hashOfKey(name.replace(' ', '-'))}`)
      .join(),
  };
  app = await startTestApp({ ...settings, ...socialSettings('http://127.0.0.1:1') });
  other = await startTestApp({ ...settings, AUTH_JWKS_URL: issuer.jwksUrl }, app);
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
    'verify key': key('verify key'),
    page: await pageFor({ ...key('writer'), 'x-user-id': (await app.signUp()).id }),
    elsewhere: await elsewhere(),
  };
  const account = await app.deps.billing.database.prisma.account.findFirst({ where: { userId: owner.id } });
  const token = decodeURIComponent(/session_token=([^;.]+)/.exec(owner.cookie)?.[1] ?? '');
  names = { '<token>': token, '<account>': account?.accountId ?? '' };
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_secret', owner.id)));
});
afterAll(async () => {
  await other.close();
  await app.close();
  await issuer.close();
  await company.close();
});

async function pageFor(headers: Record<string, string>) {
  const response = await app.call('/api/payments/embed-token', post({}, undefined, headers));
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` };
}

async function elsewhere() {
  const token = await issuer.sign({ sub: 'user_elsewhere', email: 'elsewhere@example.com', email_verified: true });
  return { authorization: `Bearer ${token}` };
}

interface Layer {
  route?: { path: string | string[]; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** The paths as Express keeps them. A layer without a method only refuses the other methods. */
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

/** The paths as better-auth keeps them. Endpoints without a path are server-side only. */
function accountPaths(): string[] {
  const endpoints = Object.values(app.deps.auth.api) as unknown as {
    path?: string;
    options: { method: string | string[] };
  }[];
  return endpoints.flatMap(({ path, options }) =>
    path === undefined ? [] : [options.method].flat().map((method) => `${method} /api/auth${path}`),
  );
}

test('the table lists every path and nothing else', () => {
  const router = createRestRouter(app.deps).stack as unknown as Layer[];
  const outside = ['POST /api/webhooks/payments', 'GET /metrics', 'GET /.well-known/jwks.json'];
  const accounts = openAccountPaths.map((path) => path.replace(' ', ' /api/auth'));
  expect(Object.keys(access).sort()).toEqual([...restPaths(router), ...accounts, ...outside].sort());
  const named = accounts.map((path) => path.replace(/callback\/\w+/, 'callback/:id'));
  expect(accountPaths()).toEqual(expect.arrayContaining(named));
});

test('only the better-auth paths in the table are open', async () => {
  const closed = accountPaths().filter((path) => !Object.hasOwn(access, path));
  expect(closed.length).toBeGreaterThan(10);
  for (const operation of closed)
    for (const who of ['nobody', 'owner'] as const) expect([404, 405]).toContain((await ask(operation, who)).status);
});

test.each(['/', '//', '/%20', '%2f', ';x=1'])('an account path that ends in %s is a different path', async (end) => {
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
  const response = await (who === 'elsewhere' ? other : app).call(address, init);
  const caching = response.headers.get('cache-control');
  return { status: response.status, text: await response.text(), caching };
}

const expected = (operation: string, who: Who) => {
  const status = access[operation]?.status;
  return typeof status === 'number' ? status : status?.[who];
};

/** All of the owner's rows, as one text. */
async function belongings(): Promise<string> {
  const of = (table: string) => `(SELECT jsonb_agg(t ORDER BY t.id) FROM ${table} t WHERE "userId" = $1)`;
  const own = `(SELECT to_jsonb(t) FROM "user" t WHERE id = $1)`;
  const all = [own, ...['session', 'account', 'checkout', 'subscription'].map(of)].join();
  const { rows } = await app.deps.billing.database.pool.query(`SELECT json_build_array(${all})::text AS all`, [
    owner.id,
  ]);
  return rows[0].all;
}

const strangers = ['nobody', 'another', 'operator', 'page', 'elsewhere', ...Object.keys(keys)] as Who[];

describe.each(strangers)('%s', (who) => {
  test.each(Object.keys(access))('%s', async (operation) => {
    const before = await belongings();
    expect(before).toContain(owner.email);
    const { status, text, caching } = await ask(operation, who);
    expect(status).toBe(expected(operation, who));
    const isFeed = operation.endsWith('/changes') && who === 'changes key';
    expect(text).not.toMatch(isFeed ? /secret|owner@example/ : new RegExp(`secret|${owner.id}|owner@example`));
    expect(await belongings()).toEqual(before);
    if (/ \/api\/(?!webhooks)/.test(operation)) expect(caching).toBe('no-store');
  });
});

/** Some operations end every session, this one included. */
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
