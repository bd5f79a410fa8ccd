import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { addCustomer } from '../testing/app/rows.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { type Company, startCompany } from '../testing/company/company.ts';

let app: TestApp;
let company: Company;
let cookie: string;

beforeAll(async () => {
  company = await startCompany();
  app = await startTestApp({ ALPHA_API_URL: company.url });
  const person = await app.signUp();
  cookie = person.cookie;
  await addCustomer(app, person);
});
afterAll(async () => {
  await app.close();
  await company.close();
});

const fields = [
  { path: '/api/payments/checkout', field: 'successUrl', sent: 'success_url', body: { plan: 'pro' } },
  { path: '/api/payments/checkout', field: 'cancelUrl', sent: 'cancel_url', body: { plan: 'pro' } },
  { path: '/api/payments/portal', field: 'returnUrl', sent: 'return_url', body: {} },
] as const;

const trpc = [
  { path: '/api/trpc/checkout.start', field: 'successUrl', body: { plan: 'pro' } },
  { path: '/api/trpc/checkout.start', field: 'cancelUrl', body: { plan: 'pro' } },
  { path: '/api/trpc/portal.open', field: 'returnUrl', body: {} },
];

/** One of each kind: `redirects.test.ts` tells them all. */
const hostile = (own: string) => [
  'https://evil.example.com',
  '//evil.example.com',
  '/\\evil.example.com',
  'javascript:alert(1)',
  `${own}@evil.example.com`,
  '/dash\0board',
  'dashboard',
  '',
];
const good = (own: string) => [
  ['/dashboard?checkout=success&x=%20', `${own}/dashboard?checkout=success&x=%20`],
  [`${own.toUpperCase()}/Dashboard`, `${own}/Dashboard`],
];

const ask = async (path: string, body: object) => answerOf(await app.call(path, post(body, cookie)));
const forget = () => app.deps.billing.database.prisma.checkout.deleteMany();

describe.each(fields)('$field', ({ path, field, sent, body }) => {
  test('a hostile address is refused before a provider call', async () => {
    const before = company.requests.length;
    for (const address of hostile(app.url)) {
      const answer = await ask(path, { ...body, [field]: address });
      expect({ address, ...answer }).toEqual({ address, status: 400, body: { error: 'Invalid request body' } });
    }
    expect(company.requests).toHaveLength(before);
  });

  test('a good address reaches the provider as an absolute URL', async () => {
    for (const [wanted, given] of good(app.url)) {
      await forget();
      const { status } = await ask(path, { ...body, [field]: wanted });
      expect([wanted, status, company.requests.at(-1)?.form[sent]]).toEqual([wanted, 200, given]);
    }
  });
});

test.each(trpc)('tRPC refuses the same values of $field', async ({ path, field, body }) => {
  const before = company.requests.length;
  for (const address of hostile(app.url)) {
    const { status } = await app.call(path, post({ ...body, [field]: address }, cookie));
    expect([address, status]).toEqual([address, 400]);
  }
  expect(company.requests).toHaveLength(before);
});

test("absent addresses default to the specification's pages", async () => {
  await forget();
  await ask('/api/payments/checkout', { plan: 'pro' });
  expect(company.requests.at(-1)?.form).toMatchObject({
    success_url: `${app.url}/dashboard?checkout=success`,
    cancel_url: `${app.url}/dashboard?checkout=canceled`,
  });
});
