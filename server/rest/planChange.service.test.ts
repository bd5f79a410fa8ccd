import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import type { Person } from '../testing/app/people.ts';
import { type Company, PORTAL_PAGE, startCompany } from '../testing/company/company.ts';
import { alphaEvent, alphaSubscription, MOMENT } from '../testing/events/alphaObjects.ts';

let app: TestApp;
let company: Company;
let ada: Person;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
});
afterAll(async () => {
  await app.close();
  await company.close();
});
beforeEach(async () => {
  company.reset();
  ada = await app.signUp(undefined, false);
});

const prisma = () => app.deps.billing.database.prisma;

const checkout = (wanted: object = { plan: 'pro' }) => app.checkout(ada, wanted);

async function subscribe(status: string, more: Record<string, unknown> = {}) {
  const id = `sub_${ada.id}`;
  const event = alphaEvent('customer.subscription.created', alphaSubscription(id, ada.id, { status, ...more }));
  expect((await app.deliver(event)).status).toBe(200);
  return id;
}

describe('a user with a live subscription never pays twice', () => {
  const aPage = expect.stringMatching(PORTAL_PAGE);
  const ourPage = (plan: string, interval: string) => `${app.url}/change-plan?plan=${plan}&interval=${interval}`;
  const portals = () => company.requests.filter(({ path }) => path === '/v1/billing_portal/sessions');

  test.each([
    ['active', {}],
    ['trialing', {}],
    ['past_due', {}],
    ['unpaid', {}],
    ['paused', {}],
    ['active', { cancel_at_period_end: true, cancel_at: MOMENT + 1_000_000 }],
  ])('%s, another plan: our page that changes the plan', async (status, more) => {
    const id = await subscribe(status, more);
    expect(await checkout({ plan: 'enterprise' })).toEqual({ url: ourPage('enterprise', 'month'), sessionId: id });
    expect(company.checkouts()).toEqual([]);
    expect(portals()).toEqual([]);
  });

  test('the same plan: the portal', async () => {
    const id = await subscribe('active');
    expect(await checkout({ plan: 'pro' })).toEqual({ url: aPage, sessionId: id });
    expect(portals()[0]?.form).not.toHaveProperty('flow_data[type]');
    expect(company.checkouts()).toEqual([]);
  });

  test('the same plan with another interval is a different plan', async () => {
    const id = await subscribe('active');
    const answer = await checkout({ plan: 'pro', interval: 'year' });
    expect(answer).toEqual({ url: ourPage('pro', 'year'), sessionId: id });
    expect(portals()).toEqual([]);
  });

  test('a one-time purchase is not a second subscription', async () => {
    await subscribe('active');
    await checkout({ plan: 'pro', interval: 'one_time' });
    expect(company.checkouts()).toHaveLength(1);
  });

  test('a subscription at a provider that is no longer configured: our own page', async () => {
    await subscribe('active');
    await prisma().subscription.updateMany({ where: { userId: ada.id }, data: { provider: 'gamma' } });
    const { url } = await checkout({ plan: 'starter' });
    expect(url).toBe(ourPage('starter', 'month'));
    expect(company.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.each(['canceled', 'incomplete_expired'])('%s is not live: a new session', async (status) => {
    await subscribe(status);
    await checkout();
    expect(company.checkouts()).toHaveLength(1);
  });
});
