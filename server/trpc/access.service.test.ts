import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';
import { alphaEvent, alphaInvoice, alphaSubscription } from '../testing/events/alphaObjects.ts';
import { type Issuer, startIssuer } from '../testing/logins/issuer.ts';
import { appRouter } from './router.ts';

/** `page`: a page that acts for another user by an embed token. `elsewhere`: users of a foreign login. */
type Who = 'nobody' | 'another' | 'owner' | 'operator' | 'page' | 'elsewhere' | Service;
/** Service keys by their scope; each acts for another user. */
type Service = 'reader' | 'writer' | 'feeder' | 'verifier';

interface Row {
  /** Replaced by the owner's own record ids. */
  input?: unknown;
  /** HTTP status for each. */
  status: Record<Who, number>;
}

const keyed = { reader: 200, writer: 200, feeder: 200, verifier: 200 };
const everyone = { nobody: 200, another: 200, owner: 200, operator: 200, page: 200, elsewhere: 200, ...keyed };
const users = { ...everyone, nobody: 401, feeder: 403, verifier: 403 };
/** Procedures that need the scope `write`. */
const buyers = { ...users, reader: 403 };
const closed = { reader: 403, writer: 403, feeder: 403, verifier: 403, page: 403 };
const people = { ...users, ...closed };
const operators = { nobody: 401, another: 403, owner: 403, operator: 200, elsewhere: 403, ...closed };
/** Users of a foreign login. */
const erasers = { nobody: 401, another: 404, owner: 404, operator: 404, elsewhere: 200, ...closed };
const services = { ...operators, operator: 403 };
const subscribers = { another: 404, operator: 404, writer: 404, page: 404, elsewhere: 404 };

const gone = { reader: 404, writer: 404, feeder: 404, verifier: 404 };
const linked = { nobody: 404, another: 404, owner: 404, operator: 404, page: 404, elsewhere: 404, ...gone };

const ending = { kind: 'cancel_at_period_end' };
const ofNone = { input: { subscriptionId: 'none' }, status: { ...buyers, ...subscribers, owner: 404, page: 403 } };

const lists = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`operator.${name}`, { status: operators }]));

const NONE = '00000000-0000-4000-8000-000000000000';

/** Every procedure, and who may call it. A procedure that is missing here fails the test below. */
const access: Record<string, Row> = {
  'session.me': { status: everyone },
  'session.login': { status: everyone },
  'session.options': { status: everyone },
  'session.openReset': { input: { token: 'none' }, status: everyone },
  'account.export': { status: people },
  'account.shared': { status: people },
  'account.erase': { input: { email: 'account.erase-elsewhere@example.com' }, status: erasers },
  'access.current': { status: users },
  'access.changes': { status: { ...services, feeder: 200 } },
  'access.embedToken': { input: {}, status: { ...services, writer: 200 } },
  'subscription.list': { status: users },
  'subscription.preview': { input: ending, status: { ...users, ...subscribers, reader: 404 } },
  'plans.list': { status: everyone },
  'checkout.start': { input: { plan: 'enterprise' }, status: buyers },
  'checkout.nameAddress': { input: { email: 'n@example.com' }, status: buyers },
  'subscription.current': { status: users },
  'subscription.access': { status: users },
  'subscription.refresh': { status: { ...buyers, page: 403 } },
  'subscription.change': { input: ending, status: { ...buyers, ...subscribers, page: 403 } },
  'subscription.changes': { status: users },
  'subscription.live': { status: users },
  'subscription.organisation': { status: users },
  'subscription.check': { status: { ...buyers, page: 403 } },
  'subscription.keep': ofNone,
  'subscription.endAwaited': ofNone,
  // After the checkout, which made everyone a customer.
  'portal.open': { input: {}, status: { ...buyers, elsewhere: 404 } },
  'portal.manage': { input: {}, status: { ...buyers, elsewhere: 404 } },
  'payments.list': { input: { cursor: '<payment>' }, status: users },
  'operator.deliveries': { input: {}, status: operators },
  'operator.body': { input: '<ledger>', status: operators },
  'operator.resend': { input: '<ledger>', status: operators },
  'operator.explain': { input: '<user>', status: operators },
  'operator.people': { input: '<user>', status: operators },
  'operator.grantEffect': { input: { userId: '<user>', plan: 'pro', until: null }, status: operators },
  'operator.grant': { input: { userId: '<user>', plan: 'pro', until: null, reason: 'a test' }, status: operators },
  // There is no such grant.
  'operator.endGrant': { input: { id: NONE, reason: 'a test' }, status: { ...operators, operator: 404 } },
  'operator.link': { input: { userId: '<user>', providerCustomerId: 'none', reason: 'a test' }, status: operators },
  // There is no such link: refused in words.
  'operator.undoLink': { input: { auditId: '1', reason: 'a test' }, status: operators },
  'operator.keep': { input: { userId: 'u', subscriptionId: 'none' }, status: { ...operators, operator: 404 } },
  'requests.ask': { input: { kind: 'cancel', email: 'stranger@example.com', language: 'en' }, status: everyone },
  // There is no such link.
  'requests.open': { input: { token: 'none' }, status: linked },
  'requests.confirm': { input: { token: 'none', subscriptionIds: ['none'] }, status: linked },
  'requests.own': { status: users },
  'operator.closeRequest': { input: { number: 'none' }, status: { ...operators, operator: 404 } },
  'operator.jobs': { status: operators },
  ...lists('requests', 'repeatedTrials', 'sharedAddresses', 'returns', 'drift', 'keys', 'duplicates', 'moneyBack'),
};

let app: TestApp;
/** The sign-in page of the foreign login. */
let other: TestApp;
let issuer: Issuer;
let company: Company;
let shown: Record<Who, Record<string, string>>;
/** Each key has its own name as its value. */
const keys: Record<Service, string> = { reader: 'read', writer: 'read+write', feeder: 'changes', verifier: 'verify' };
let owner: Person;
let names: Record<string, string>;

beforeAll(async () => {
  company = await startCompany();
  issuer = await startIssuer();
  const settings = {
    ALPHA_API_URL: company.url,
    OPERATOR_EMAILS: 'Operator@example.com',
    SERVICE_KEYS: Object.entries(keys)
      .map(([name, scopes]) => `${name}:${scopes}:${hashOfKey(name)}`)
      .join(),
  };
  app = await startTestApp(settings);
  other = await startTestApp({ ...settings, AUTH_JWKS_URL: issuer.jwksUrl }, app);
  owner = await app.signUp('owner@example.com');
  const [another, operator] = [await app.signUp(), await app.signUp('operator@example.com')];
  await verifyAddress(app.deps.billing.database.prisma, operator.email);
  const served = await app.signUp();
  const key = (name: Service) => ({ authorization: `Bearer ${name}`, 'x-user-id': served.id });
  const granted = await app.call('/api/payments/embed-token', post({}, undefined, key('writer')));
  const { token } = (await granted.json()) as { token: string };
  shown = {
    nobody: {},
    another: { cookie: another.cookie },
    owner: { cookie: owner.cookie },
    operator: { cookie: operator.cookie },
    reader: key('reader'),
    writer: key('writer'),
    feeder: key('feeder'),
    verifier: key('verifier'),
    page: { authorization: `Bearer ${token}` },
    elsewhere: {},
  };
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_secret', owner.id)));
  await app.deliver(alphaEvent('invoice.payment_succeeded', alphaInvoice('in_secret', owner.id), 1));
  const { prisma } = app.deps.billing.database;
  const [payment, row] = [await prisma.payment.findFirst(), await prisma.webhookEvent.findFirst()];
  names = { '<payment>': payment?.id ?? '', '<ledger>': String(row?.id), '<user>': owner.id };
});
afterAll(async () => {
  await other.close();
  await app.close();
  await issuer.close();
  await company.close();
});

const procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type } = (procedure as unknown as { _def: { type: 'query' | 'mutation' | 'subscription' } })._def;
  return { path, type };
});

async function ask({ path, type }: (typeof procedures)[number], who: Who) {
  const text = JSON.stringify(access[path]?.input)?.replace(/<\w+>/, (name) => names[name] ?? name);
  const isElsewhere = who === 'elsewhere';
  const headers = isElsewhere ? await elsewhere(path) : shown[who];
  const asked = isElsewhere ? other : app;
  if (type === 'mutation') return whole(await asked.call(`/api/trpc/${path}`, post(text ?? '', undefined, headers)));
  const query = text ? `?${new URLSearchParams({ input: text })}` : '';
  const leave = new AbortController();
  const response = await asked.call(`/api/trpc/${path}${query}`, { headers, signal: leave.signal });
  if (type === 'query') return whole(response);
  const first = await firstEvent(response);
  leave.abort();
  return first;
}

/** A new user for each procedure: one of them erases its caller. */
async function elsewhere(path: string) {
  const email = 'elsewhere@example.com';
  const token = await issuer.sign({ sub: `user-of-${path}`, email: `${path}-${email}`, email_verified: true });
  return { authorization: `Bearer ${token}` };
}

const whole = async (response: Response) => ({ status: response.status, text: await response.text() });

/** A stream of events opens before its procedure runs; a refusal is its first event. */
async function firstEvent(response: Response) {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (/^data: .*"(httpStatus|at)":/m.test(text)) break;
  }
  const [, refused] = /"httpStatus":(\d+)/.exec(text) ?? [];
  return { status: refused ? Number(refused) : response.status, text };
}

test('the table lists every procedure and nothing else', () => {
  expect(procedures.map(({ path }) => path).sort()).toEqual(Object.keys(access).sort());
});

/** The owner last: their own calls change what the others must not see. */
const everybody = [...Object.keys(everyone).filter((who) => who !== 'owner'), 'owner'] as Who[];

describe.each(procedures)('$path', (procedure) => {
  test.each(everybody)('%s', async (who) => {
    const { status, text } = await ask(procedure, who);
    expect(status).toBe(access[procedure.path]?.status[who]);
    if (who !== 'owner' && who !== 'operator') expect(text).not.toMatch(/secret/);
    const isFeed = who === 'feeder' && procedure.path === 'access.changes';
    if (who !== 'owner' && who !== 'operator' && !isFeed) expect(text).not.toContain(owner.id);
  });
});

test("another user's calls changed nothing of the owner's", async () => {
  const customers = await app.deps.billing.database.prisma.customer.findMany({ where: { userId: owner.id } });
  const ids = customers.map(({ providerCustomerId }) => providerCustomerId);
  const portals = company.requests.filter(
    ({ path, form }) => path === '/v1/billing_portal/sessions' && ids.includes(form.customer ?? ''),
  );
  const changes = company.requests.filter(
    ({ path, method }) => path.startsWith('/v1/subscriptions/') && method === 'POST',
  );
  const own = await app.deps.billing.database.prisma.checkout.findMany({ where: { userId: owner.id } });
  expect([portals.length, changes.length, own.length]).toEqual([2, 1, 0]);
});

test("an operator's session says so, another user's does not", async () => {
  const me = async (who: Who) => (await ask({ path: 'session.me', type: 'query' }, who)).text;
  expect(JSON.parse(await me('operator'))).toMatchObject({ result: { data: { operator: true } } });
  expect(JSON.parse(await me('another'))).toMatchObject({ result: { data: { operator: false } } });
  expect(JSON.parse(await me('nobody'))).toEqual({ result: { data: null } });
});

test.each(procedures)('the answer of $path is not cached', async (procedure) => {
  const leave = new AbortController();
  const init = procedure.type === 'mutation' ? post('', owner.cookie) : { headers: { cookie: owner.cookie } };
  const response = await app.call(`/api/trpc/${procedure.path}`, { ...init, signal: leave.signal });
  // A stream sends only times; tRPC sets its header itself.
  expect(response.headers.get('cache-control')).toMatch(procedure.type === 'subscription' ? 'no-cache' : 'no-store');
  leave.abort();
});

test('a batch answers each of its calls separately', async () => {
  const response = await app.call('/api/trpc/plans.list,subscription.current?batch=1');
  expect(response.status).toBe(207);
  expect(await response.json()).toMatchObject([
    { result: { data: { currency: 'usd' } } },
    { error: { message: 'Unauthorized' } },
  ]);
});
