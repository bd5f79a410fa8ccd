import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf } from '../testing/calls/requests.ts';
import { signers } from '../testing/company/sign.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to process [a-z._]+ event/);

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/webhooks/payments';
const RECEIVED = { status: 200, body: { received: true } };
const refusal = (error: string) => ({ status: 400, body: { error } });

const deliver = async (...args: Parameters<TestApp['deliver']>) => answerOf(await app.deliver(...args));
const ledger = (eventId: string) => app.deps.billing.database.prisma.webhookEvent.findFirst({ where: { eventId } });
const count = () => app.deps.billing.database.prisma.webhookEvent.count();

const notJson = [
  '',
  ' ',
  '{',
  '{"a":1',
  'undefined',
  "{'a':1}",
  '{"a":1}}',
  '[1,]',
  'NaN',
  '\0',
  '{"a":\u0000}',
  '01',
  '"',
];
const oddJson = ['null', 'true', '-1e9', '"text"', '[]', '[[]]', '{}', '{"type":null}', '{"type":{}}', '{"type":[]}'];

describe('the order of the checks', () => {
  test.each([...notJson, ...oddJson])('a missing signature is checked before everything else: %j', async (body) => {
    const answer = await answerOf(await app.call(PATH, { method: 'POST', body }));
    expect(answer).toEqual(refusal('Missing signature'));
  });

  test.each([...notJson, ...oddJson])('a wrong signature is checked before bad JSON: %j', async (body) => {
    expect(await deliver(body, { secret: 'whsec_of_somebody_else' })).toEqual(refusal('Invalid signature'));
    expect(await deliver(body, { headers: { 'alpha-signature': 't=1,v1=00' } })).toEqual(refusal('Invalid signature'));
  });

  test.each(notJson)('bad JSON with a good signature: %j', async (body) => {
    expect(await deliver(body)).toEqual(refusal('Invalid JSON'));
  });

  test('a body that is not UTF-8 is not JSON', async () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    const { createHmac } = await import('node:crypto');
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', SECRET).update(`${t}.`).update(body).digest('hex');
    const headers = { 'alpha-signature': `t=${t},v1=${v1}` };
    expect(await answerOf(await app.call(PATH, { method: 'POST', headers, body }))).toEqual(refusal('Invalid JSON'));
  });

  test.each(oddJson)('JSON that is no known event is received and recorded: %j', async (body) => {
    expect(await deliver(body)).toEqual(RECEIVED);
  });

  test('a refused delivery leaves no row in the ledger', async () => {
    const before = await count();
    await deliver({ id: 'evt_forged', type: 'customer.created' }, { secret: 'whsec_of_somebody_else' });
    await deliver('{oops');
    expect(await count()).toBe(before);
  });
});

describe('the signature', () => {
  const body = JSON.stringify({ id: 'evt_signed', type: 'something' });

  test('of another body is refused', async () => {
    const signature = signers.alpha?.(`${body} `, SECRET) ?? {};
    expect(await deliver(body, { headers: signature })).toEqual(refusal('Invalid signature'));
  });

  test('covers the raw bytes, whatever the content type', async () => {
    const spaced = `\n  {"type" : "something",\t"id":"evt_spaced", "é":"\u2028" }\n`;
    for (const type of ['application/json', 'text/plain', 'application/octet-stream', 'nonsense']) {
      expect(await deliver(spaced, { headers: { 'content-type': type } })).toEqual(RECEIVED);
    }
  });

  test("in another provider's header counts as missing while that provider is not configured", async () => {
    for (const provider of ['beta', 'gamma']) {
      expect(await deliver(body, { provider })).toEqual(refusal('Missing signature'));
    }
  });

  test.each([
    ['alpha', 'alpha-signature'],
    ['beta', 'beta-webhook-signature'],
    ['gamma', 'x-signature'],
  ])('%s reads %s', async (provider, header) => {
    const own = await startTestApp({ PAYMENT_PROVIDER: provider });
    const answers = [
      await answerOf(await own.call(PATH, { method: 'POST', body: '{}' })),
      await answerOf(await own.call(PATH, { method: 'POST', body: '{}', headers: { [header]: 'wrong' } })),
      await answerOf(await own.deliver('{oops')),
      await answerOf(await own.deliver({ id: 'evt_1', type: 'something' })),
    ];
    await own.close();
    const refused = ['Missing signature', 'Invalid signature', 'Invalid JSON'].map(refusal);
    expect(answers).toEqual([...refused, RECEIVED]);
  });

  test('may use any of several secrets and the header of a real account', async () => {
    const old = 'whsec_the_one_before_0123';
    const own = await startTestApp({
      ALPHA_WEBHOOK_SECRET: `${SECRET},${old}`,
      ALPHA_SIGNATURE_HEADER: 'Stripe-Signature',
    });
    for (const secret of [SECRET, old]) {
      const signature = signers.alpha?.(body, secret)['alpha-signature'] ?? '';
      const headers = { 'stripe-signature': signature };
      expect(await answerOf(await own.call(PATH, { method: 'POST', body, headers }))).toEqual(RECEIVED);
    }
    expect(await answerOf(await own.deliver(body))).toEqual(refusal('Missing signature'));
    await own.close();
  });
});

test.each([
  ['alpha', 'customer.updated'],
  ['beta', 'customer_credits.exhausted'],
  ['gamma', 'customer.updated'],
])('%s: a body of 20,000 levels is received', async (provider, type) => {
  const own = await startTestApp({ PAYMENT_PROVIDER: provider });
  const deep = `${'{"a":['.repeat(10_000)}1${']}'.repeat(10_000)}`;
  for (const [index, name] of [type, 'something'].entries()) {
    const object = `{"id":"cus_deep","email":"deep@example.com","metadata":${deep}}`;
    const event = `"id":"evt_deep_${index}","type":"${name}","eventType":"${name}"`;
    const body = `{${event},"object":${object},"data":${provider === 'gamma' ? object : `{"object":${object}}`}}`;
    expect(await answerOf(await own.deliver(body))).toEqual(RECEIVED);
  }
  await own.close();
});

test('a compression bomb is never inflated', async () => {
  const body = gzipSync(Buffer.alloc(5_000_000, 0x20));
  const headers = { 'content-encoding': 'gzip', 'alpha-signature': 't=1,v1=00' };
  const answer = await answerOf(await app.call(PATH, { method: 'POST', body, headers }));
  expect(answer).toEqual(refusal('Invalid signature'));
});

const specTypes = [
  ...['customer.created', 'customer.updated', 'customer.deleted'],
  ...['subscription.created', 'subscription.updated', 'subscription.canceled', 'subscription.deleted'],
  ...['invoice.payment_succeeded', 'invoice.payment_failed', 'order.paid', 'checkout.session.completed'],
];

describe('a known type without the id of its record', () => {
  const unusable = (type: string) =>
    type === 'checkout.session.completed' ? { mode: 'subscription' } : { metadata: { userId: 'ada' } };

  test.each(specTypes)("%s: 500 with the specification's text, recorded as failed, logged", async (type) => {
    const id = `evt_failed_${type}`;
    const answer = await deliver({ id, type, data: { object: unusable(type) } });
    expect(answer).toEqual({ status: 500, body: { error: `Failed to process ${type} event` } });
    expect(await ledger(id)).toMatchObject({ outcome: 'failed', type, deliveries: 1, error: expect.any(String) });
    expect(app.logged.filter((line) => line.includes(`Failed to process ${type} event`))).not.toEqual([]);
  });

  test.each(['beta', 'gamma'])('%s: the same', async (provider) => {
    const own = await startTestApp({ PAYMENT_PROVIDER: provider });
    const answers = [];
    for (const type of specTypes)
      answers.push(await answerOf(await own.deliver({ id: `evt_${type}`, type, data: { object: unusable(type) } })));
    await own.close();
    const failed = (type: string) => ({ status: 500, body: { error: `Failed to process ${type} event` } });
    expect(answers).toEqual(specTypes.map(failed));
  });

  test("a native event name is answered with the specification's name", async () => {
    const answer = await deliver({ type: 'customer.subscription.updated', data: { object: {} } });
    expect(answer).toEqual({ status: 500, body: { error: 'Failed to process subscription.updated event' } });
  });

  test('a retry is counted, and a later good event still works', async () => {
    const broken = { id: 'evt_twice', type: 'customer.created', data: { object: {} } };
    expect((await deliver(broken)).status).toBe(500);
    expect((await deliver(broken)).status).toBe(500);
    expect(await ledger('evt_twice')).toMatchObject({ outcome: 'failed', deliveries: 2 });
    const object = { id: 'cus_later', email: 'ada@example.com', metadata: { userId: 'ada' } };
    expect(await deliver({ id: 'evt_later', type: 'customer.created', data: { object } })).toEqual(RECEIVED);
    expect(await ledger('evt_later')).toMatchObject({ outcome: 'applied' });
  });
});
