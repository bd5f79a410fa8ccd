import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../database/client.ts';
import {
  freshName,
  NOON,
  post,
  recordsOf,
  startTwoProcesses,
  type TwoProcesses,
  tellAlpha,
} from '../../testing/app/twoProcesses.ts';
import { recordStatements } from '../../testing/database/statements.ts';
import { eventOf } from '../../testing/events/toldEvents.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { until } from '../../testing/run/until.ts';
import { recordId } from '../records/recordId.ts';
import { applyEvent } from './applyEvent.ts';
import type { ProviderEvent, SubscriptionFacts } from './event.ts';
import { createEventQueue } from './queue.ts';

mayComplain(/Failed to process [a-z._]+ event/);

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const billing = () => processes.apps[0].deps.billing;
const records = () => recordsOf(processes.apps[0], 'alpha');

const write = (name: string, at = 0) =>
  eventOf({
    id: `evt_${name}_${at}`,
    at,
    customer: { providerCustomerId: `cus_${name}`, userId: `u_${name}` },
    subscription: { providerSubscriptionId: `sub_${name}`, status: 'active', quantity: at, userId: undefined },
  });

/** Bypasses the adapters, whose readers would reject such a value. */
const withPeriodEnd = (event: ProviderEvent, currentPeriodEnd: string): ProviderEvent => {
  const subscription = { ...event.subscription, currentPeriodEnd } as SubscriptionFacts;
  return { ...event, subscription };
};

const outcomes = (settled: PromiseSettledResult<{ outcome: string }>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.outcome : 'rejected'));

/** A queue with both of its slots busy, so that the next events share one batch. */
function gathered(writes: readonly ProviderEvent[]) {
  const first = [write(freshName()), write(freshName())].map((one) => billing().queue.apply(one));
  const rest = writes.map((one) => billing().queue.apply(one));
  return Promise.allSettled([...rest, ...first]).then((settled) => settled.slice(0, writes.length));
}

describe('a batch', () => {
  test('with one value that PostgreSQL refuses: it fails alone', async () => {
    const names = Array.from({ length: 10 }, freshName);
    const writes = names.map((name, index) => (index === 4 ? withPeriodEnd(write(name), 'never') : write(name)));
    expect(outcomes(await gathered(writes))).toEqual(names.map((_, index) => (index === 4 ? 'rejected' : 'applied')));
    const kept = await Promise.all(names.map((name) => records().subscription(`sub_${name}`)));
    expect(kept.map((record) => record !== null)).toEqual(names.map((_, index) => index !== 4));
  });

  test("over HTTP: 500 with the specification's text, kept as failed, and applied once it can be", async () => {
    const { pool } = billing().database;
    await pool.query(`ALTER TABLE subscription ADD CONSTRAINT picky CHECK ("userId" <> 'u_picky')`);
    const object = (user: string) => ({
      id: `sub_${user}`,
      status: 'active',
      customer: `cus_${user}`,
      metadata: { userId: `u_${user}` },
    });
    const bodies = ['fine1', 'picky', 'fine2'].map((user) => ({
      id: `evt_${user}`,
      type: 'customer.subscription.created',
      created: NOON,
      data: { object: object(user) },
    }));
    const answers = await Promise.all(bodies.map((body) => post(processes.apps[0], 'alpha', { id: body.id, body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(answers[1]?.text).toBe('{"error":"Failed to process subscription.created event"}');
    expect(await records().event('evt_picky')).toMatchObject({
      outcome: 'failed',
      error: 'the database refused it (23514)',
    });
    expect(await records().subscription('sub_picky')).toBeNull();
    await pool.query('ALTER TABLE subscription DROP CONSTRAINT picky');
    expect(await post(processes.apps[1], 'alpha', { id: 'evt_picky', body: bodies[1] })).toMatchObject({ status: 200 });
    expect(await records().event('evt_picky')).toMatchObject({ outcome: 'applied', error: null, deliveries: 2 });
  });

  test('with one locked record: the other events are applied, and this one is refused within 5 s', async () => {
    const names = Array.from({ length: 6 }, freshName);
    for (const name of names) await billing().queue.apply(write(name));
    const holder = await billing().database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM subscription WHERE id = $1 FOR UPDATE', [
      recordId('subscription', 'alpha', `sub_${names[2]}`),
    ]);
    const started = Date.now();
    const settled = await gathered(names.map((name) => write(name, 1)));
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(outcomes(settled)).toEqual(['applied', 'applied', 'rejected', 'applied', 'applied', 'applied']);
    await holder.query('ROLLBACK');
    holder.release();
    // A refused event may have been applied or not; the sender's retry tells.
    expect(['applied', 'duplicate']).toContain((await billing().queue.apply(write(names[2] ?? '', 1))).outcome);
    expect(await records().subscription(`sub_${names[2]}`)).toMatchObject({ quantity: 1 });
  });
});

const deletionOf = (name: string) =>
  eventOf({
    type: 'customer.deleted',
    at: 2,
    customer: { providerCustomerId: `cus_${name}`, userId: undefined, explicit: true, deleted: true },
  });

test("a customer's deletion in a batch ends its subscription, even one that names no customer", async () => {
  const [name, other] = [freshName(), freshName()];
  for (const one of [name, other]) await billing().queue.apply(write(one));
  const nameless = { ...write(name, 1), customer: null };
  const told = await gathered([deletionOf(name), write(other, 1), nameless]);
  expect(outcomes(told)).toEqual(['applied', 'applied', 'applied']);
  expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'canceled', quantity: 1 });
  expect(await records().subscription(`sub_${other}`)).toMatchObject({ status: 'active', quantity: 1 });
});

test('even if an event of that subscription names another customer: both change one record in one batch', async () => {
  const [name, other, third] = [freshName(), freshName(), freshName()];
  for (const one of [name, other, third]) await billing().queue.apply(write(one));
  const { customer } = write(other);
  const before = billing().queue.apply(write(freshName()));
  const told = [deletionOf(name), { ...write(name, 1), customer }, write(third, 1)];
  const applied = await Promise.all(told.map((one) => applyEvent(billing(), one)));
  await before;
  expect(applied.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
  expect(await records().subscription(`sub_${name}`)).toMatchObject({ status: 'canceled', quantity: 1 });
});

test('events of one record are applied in the order of their arrival', async () => {
  const name = freshName();
  const settled = await gathered(Array.from({ length: 50 }, (_, at) => write(name, at)));
  expect(new Set(outcomes(settled))).toEqual(new Set(['applied']));
  expect(await records().subscription(`sub_${name}`)).toMatchObject({ version: 50, quantity: 49 });
});

test('a cached record costs one statement, an uncached one two, a new one three, its last two together', async () => {
  const statements = recordStatements(billing().database.webhookPool);
  const name = freshName();
  const object = { id: `sub_${name}`, status: 'active', customer: `cus_${name}`, metadata: { userId: `u_${name}` } };
  const costs: number[] = [];
  for (const created of [NOON, NOON + 1, NOON - 1]) {
    statements.length = 0;
    const body = { id: `evt_${name}_${created}`, type: 'customer.subscription.updated', created, data: { object } };
    await post(processes.apps[0], 'alpha', { id: body.id, body });
    costs.push(statements.length);
  }
  expect(costs).toEqual([3, 1, 2]);
});

describe('without a database', () => {
  test.each([
    ['refused', 'postgresql://nobody@127.0.0.1:9/none'],
    ['unreachable', 'postgresql://nobody@10.255.255.1:5432/none'],
  ])('every event is rejected within 5 s and no timer is left: %s', async (_case, url) => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const database = openDatabase({ url, max: 10, onError: () => {} });
    const queue = createEventQueue(database.pool);
    const started = Date.now();
    const settled = await Promise.allSettled(Array.from({ length: 300 }, () => queue.apply(write(freshName()))));
    expect(new Set(outcomes(settled))).toEqual(new Set(['rejected']));
    expect(Date.now() - started).toBeLessThan(5_000);
    await database.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

test('a service that was closed leaves no timer, socket or listener behind', async () => {
  const { startTestApp } = await import('../../testing/app/app.ts');
  const count = () => process.getActiveResourcesInfo().filter((kind) => kind !== 'TCPSocketWrap').length;
  await startTestApp({}, processes.apps[0]).then((app) => app.close());
  const before = count();
  for (let round = 0; round < 3; round += 1) {
    const app = await startTestApp({}, processes.apps[0]);
    const name = freshName();
    const object = { id: `sub_${name}`, status: 'active', metadata: { userId: name } };
    expect(await tellAlpha(app, { type: 'customer.subscription.created', object })).toMatchObject({ status: 200 });
    app.deps.worker.wake();
    await app.close();
  }
  await until('no resource is left', () => count() <= before);
});
