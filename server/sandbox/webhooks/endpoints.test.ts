import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as alpha from '../dialects/alpha/testing.ts';
import * as beta from '../dialects/beta/testing.ts';
import * as gamma from '../dialects/gamma/testing.ts';
import { type Received, startReceiver, startTestSandbox, type TestSandbox } from '../testing.ts';

interface Endpoint {
  id: string;
  secret: string;
}

interface Case {
  name: string;
  start: () => Promise<TestSandbox>;
  /** The only one of a purchase's events that the second endpoint subscribes to. */
  wanted: string;
  buy: (sandbox: TestSandbox) => Promise<unknown>;
  create: (sandbox: TestSandbox, url: string, event: string) => Promise<Endpoint>;
  change: (sandbox: TestSandbox, id: string, how: 'disable' | 'delete') => Promise<unknown>;
  list: (sandbox: TestSandbox) => Promise<{ id: string; url: string }[]>;
  signatureOf: (received: Received, secret: string) => [sent: unknown, expected: string];
  typeOf: (received: Received) => string;
}

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding);

const cases: Case[] = [
  {
    name: 'alpha',
    start: () => startTestSandbox(),
    wanted: 'invoice.paid',
    buy: (sandbox) => alpha.buy(sandbox, { settle: true }),
    create: async (sandbox, url, event) => {
      const made = await alpha.stripeFor(sandbox).webhookEndpoints.create({ url, enabled_events: [event as never] });
      return { id: made.id, secret: made.secret ?? '' };
    },
    change: (sandbox, id, how) => {
      const { webhookEndpoints } = alpha.stripeFor(sandbox);
      return how === 'disable' ? webhookEndpoints.update(id, { disabled: true }) : webhookEndpoints.del(id);
    },
    list: async (sandbox) => (await alpha.stripeFor(sandbox).webhookEndpoints.list()).data,
    signatureOf: ({ headers, body }, secret) => {
      const [, at = '', v1] = /^t=(\d+),v1=(.+)$/.exec(String(headers['alpha-signature'])) ?? [];
      return [v1, hmac(secret, `${at}.${body}`, 'hex')];
    },
    typeOf: ({ body }) => JSON.parse(body).type,
  },
  {
    name: 'beta',
    start: () => beta.startBeta(),
    wanted: 'subscription.paid',
    buy: (sandbox) => beta.buy(sandbox),
    create: async (sandbox, url, event) => {
      const { json } = await beta.call(sandbox, 'POST /v1/webhooks', { url, name: 'second', events: [event] });
      return json as unknown as Endpoint;
    },
    change: (sandbox, id, how) =>
      how === 'disable'
        ? beta.call(sandbox, `PATCH /v1/webhooks/${id}`, { status: 'disabled' })
        : beta.call(sandbox, `DELETE /v1/webhooks/${id}`),
    list: async (sandbox) => (await beta.call(sandbox, 'GET /v1/webhooks')).json.items as [],
    signatureOf: ({ headers, body }, secret) => [headers['beta-webhook-signature'], hmac(secret, body, 'hex')],
    typeOf: ({ body }) => JSON.parse(body).eventType,
  },
  {
    name: 'gamma',
    start: () => gamma.startGamma(),
    wanted: 'order.paid',
    buy: (sandbox) => gamma.buy(sandbox, gamma.someone()),
    create: async (sandbox, url, event) => {
      const { json } = await gamma.call(sandbox, 'POST /v1/webhooks/endpoints', {
        url,
        format: 'raw',
        events: [event],
      });
      return json as unknown as Endpoint;
    },
    change: (sandbox, id, how) =>
      how === 'disable'
        ? gamma.call(sandbox, `PATCH /v1/webhooks/endpoints/${id}`, { enabled: false })
        : gamma.call(sandbox, `DELETE /v1/webhooks/endpoints/${id}`),
    list: async (sandbox) => (await gamma.call(sandbox, 'GET /v1/webhooks/endpoints')).json.items as [],
    signatureOf: ({ headers, body }, secret) => {
      const { 'webhook-id': id, 'webhook-timestamp': at } = headers;
      return [headers['x-signature'], `v1,${hmac(secret, `${id}.${at}.${body}`, 'base64')}`];
    },
    typeOf: ({ body }) => JSON.parse(body).type,
  },
];

describe.each(cases)('a second endpoint at $name', (company) => {
  let sandbox: TestSandbox;
  let other: Awaited<ReturnType<typeof startReceiver>>;
  let away = false;

  beforeEach(async () => {
    away = false;
    sandbox = await company.start();
    other = await startReceiver(() => (away ? 503 : 200));
  });
  afterEach(async () => {
    await sandbox.close();
    await other.close();
  });

  test('gets its selected events, signed with its own secret; the first endpoint is unaffected', async () => {
    const { id, secret } = await company.create(sandbox, other.url, company.wanted);
    await company.buy(sandbox);
    expect(other.received.map(company.typeOf)).toEqual([company.wanted]);
    const [sent, expected] = company.signatureOf(other.received[0] as Received, secret);
    expect(sent).toBe(expected);
    const first = sandbox.received.find((each) => company.typeOf(each) === company.wanted) as Received;
    const [own, ownExpected] = company.signatureOf(first, sandbox.options.webhookSecret);
    expect(own).toBe(ownExpected);
    expect(secret).not.toBe(sandbox.options.webhookSecret);
    expect(sandbox.received.length).toBeGreaterThan(1);
    expect((await company.list(sandbox)).map(({ url }) => url).sort()).toEqual(
      [sandbox.options.webhookUrl, other.url].sort(),
    );
    await sandbox.restart();
    expect((await company.list(sandbox)).map((each) => each.id)).toContain(id);
  });

  test('is retried when it fails, and delays no other', async () => {
    await company.create(sandbox, other.url, company.wanted);
    away = true;
    await company.buy(sandbox);
    expect(other.received).toHaveLength(6);
    expect(sandbox.received.every(({ status }) => status === 200)).toBe(true);
  });

  test('gets nothing while it is disabled, nor once it is deleted', async () => {
    const { id } = await company.create(sandbox, other.url, company.wanted);
    await company.change(sandbox, id, 'disable');
    await company.buy(sandbox);
    await company.change(sandbox, id, 'delete');
    expect(await sandbox.settle()).toMatchObject({ settled: true });
    expect(other.received).toEqual([]);
    expect(await company.list(sandbox)).toHaveLength(1);
  });
});

test('an endpoint for thin events exists beside one for snapshots', async () => {
  const sandbox = await startTestSandbox();
  const other = await startReceiver();
  const { eventDestinations } = alpha.stripeFor(sandbox).v2.core;
  const made = await eventDestinations.create({
    name: 'Thin',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['v1.customer.subscription.created'],
    webhook_endpoint: { url: other.url },
    include: ['webhook_endpoint.signing_secret'],
  });
  const { subscriptionId } = await alpha.buy(sandbox);
  const [sent] = other.received;
  const body = JSON.parse(sent?.body ?? '{}');
  expect(body).toMatchObject({ type: 'v1.customer.subscription.created', related_object: { id: subscriptionId } });
  const secret = made.webhook_endpoint?.signing_secret ?? '';
  expect(
    new Stripe('sk_test').parseEventNotification(sent?.body ?? '', String(sent?.headers['alpha-signature']), secret),
  ).toMatchObject({ id: body.id });
  expect(alpha.typesOf(sandbox)).toContain('customer.subscription.created');
  const payloads = (await eventDestinations.list()).data.map(({ event_payload }) => event_payload);
  expect(payloads.sort()).toEqual(['snapshot', 'thin']);
  expect((await alpha.stripeFor(sandbox).webhookEndpoints.list()).data).toHaveLength(1);
  await sandbox.close();
  await other.close();
});
