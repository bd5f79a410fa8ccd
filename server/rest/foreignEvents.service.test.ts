import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { freshName, NOON } from '../testing/app/twoProcesses.ts';
import { modelCustomer, modelSubscription } from '../testing/events/model.ts';
import { toBody } from '../testing/events/wire.ts';

type Body = Record<string, unknown>;
type Change = (body: Body) => Body;

const OURS = '63d1b90a-e8a4-44d5-8a24-02bd0411c5b7';

/** A purchase in the provider's format; `change` moves it to another account. */
function purchase(provider: string, change: Change): { userId: string; body: Body } {
  const name = freshName();
  const at = NOON * 1_000;
  const customer = modelCustomer(name);
  const subscription = modelSubscription(`sub_${name}`, at);
  const fact = { id: `evt_${name}`, at, kind: 'created' as const, customer, subscription };
  return { userId: customer.userId, body: change(toBody(provider as 'alpha', fact) as Body) };
}

const envelope =
  (more: Body): Change =>
  (body) => ({ ...body, ...more });
const inObject =
  (more: Body): Change =>
  (body) =>
    'object' in body && typeof body.object === 'object'
      ? { ...body, object: { ...body.object, ...more } }
      : { ...body, data: { ...(body.data as Body), ...more } };

interface Case {
  provider: string;
  settings: Record<string, string>;
  ours: [name: string, change: Change][];
  others: [name: string, change: Change, reason: string][];
}

const keys = (key: string, more: Record<string, string> = {}) => ({
  ALPHA_SECRET_KEY: key,
  BETA_SECRET_KEY: key,
  ...more,
});
const unsaid: Change = (body) =>
  JSON.parse(JSON.stringify(body).replaceAll(/"organization_id":"[^"]*"/g, '"organization_id":null'));
const organization = (id: string) => inObject({ product: { id: 'price_pro_month', organization_id: id } });

const cases: Case[] = [
  {
    provider: 'alpha',
    settings: keys('sk_test_0123456789abcdef'),
    ours: [
      ['no account, test mode', envelope({ livemode: false })],
      ['no mode said', envelope({ livemode: undefined })],
    ],
    others: [
      ['Connect', envelope({ account: 'acct_other' }), 'it belongs to the account acct_other, not to ours'],
      ['live mode', envelope({ livemode: true }), 'it belongs to live mode, and the API key to test mode'],
    ],
  },
  {
    provider: 'alpha',
    settings: keys('rk_live_0123456789abcdef', { ALPHA_ACCOUNT: 'acct_ours' }),
    ours: [['our account, live mode', envelope({ livemode: true, account: 'acct_ours' })]],
    others: [
      ['Connect', envelope({ livemode: true, account: 'acct_2' }), 'it belongs to the account acct_2, not to ours'],
      ['test mode', envelope({ livemode: false }), 'it belongs to test mode, and the API key to live mode'],
    ],
  },
  {
    provider: 'beta',
    settings: keys('creem_test_0123456789abcdef'),
    ours: [
      ['test mode', inObject({ mode: 'test' })],
      ['a mode of its own', inObject({ mode: 'local' })],
    ],
    others: [['live mode', inObject({ mode: 'prod' }), 'it belongs to live mode, and the API key to test mode']],
  },
  {
    provider: 'beta',
    settings: keys('creem_live_0123456789abcdef'),
    ours: [['live mode', inObject({ mode: 'prod' })]],
    others: [['test mode', inObject({ mode: 'test' }), 'it belongs to test mode, and the API key to live mode']],
  },
  {
    provider: 'gamma',
    settings: { GAMMA_ACCOUNT: OURS },
    ours: [
      ['our organization', organization(OURS)],
      ['no organization said', unsaid],
    ],
    others: [['another organization', organization('org_2'), 'it belongs to the account org_2, not to ours']],
  },
  { provider: 'gamma', settings: {}, ours: [['any organization', organization('org_2')]], others: [] },
];

describe.each(cases)('$provider with $settings', ({ provider, settings, ours, others }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ PAYMENT_PROVIDER: provider, ...settings });
  });
  afterAll(() => app.close());

  async function deliver(change: Change) {
    const { userId, body } = purchase(provider, change);
    expect((await app.deliver(body)).status).toBe(200);
    const { subscription, webhookEvent } = app.deps.billing.database.prisma;
    const [last] = await webhookEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    return { records: await subscription.count({ where: { userId } }), outcome: last?.outcome, reason: last?.reason };
  }

  test.each(ours)('applies our event: %s', async (_name, change) => {
    expect(await deliver(change)).toMatchObject({ records: 1, outcome: 'applied' });
  });

  test.each(others)('ignores a foreign event: %s', async (_name, change, reason) => {
    expect(await deliver(change)).toEqual({ records: 0, outcome: 'ignored', reason });
  });
});

test('ignores a refund of a connected account with its reason', async () => {
  const app = await startTestApp({ ALPHA_SECRET_KEY: 'sk_test_0123456789abcdef' });
  const object = {
    id: 're_1',
    object: 'refund',
    amount: 100,
    currency: 'usd',
    payment_intent: 'pi_1',
    status: 'succeeded',
  };
  const body = { id: 'evt_re_1', type: 'refund.created', created: NOON, account: 'acct_other', data: { object } };
  expect((await app.deliver(body)).status).toBe(200);
  const [kept] = await app.deps.billing.database.prisma.webhookEvent.findMany();
  expect(kept).toMatchObject({ outcome: 'ignored', reason: 'it belongs to the account acct_other, not to ours' });
  await app.close();
});
