import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { freshName } from '../../testing/app/twoProcesses.ts';
import { untilBlocked } from '../../testing/database/untilBlocked.ts';
import { paidEvent, stateEvent } from '../../testing/events/stateEvents.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import type { ProviderEvent } from './event.ts';
import { type KnownNow, readKnown } from './readKnown.ts';
import { writeStatement } from './sql/writeStatement.ts';
import { toWrite } from './toWrite.ts';
import { queryOf, shapeOf, valuesOf, type Write, writeAll } from './write.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pool = () => app.deps.billing.database.webhookPool;

/** Every stored column, except those that name or number the row. */
async function keptOf(name: string) {
  const strip = `- 'id' - 'customerId' - 'providerSubscriptionId' - 'subscriptionId' - 'paymentId' - 'eventId' - 'lastEventId'
    - 'createdAt' - 'updatedAt' - 'receivedAt' - 'lastReceivedAt'`;
  const { rows } = await pool().query(
    `SELECT to_jsonb(s) ${strip} AS subscription, to_jsonb(l) ${strip} AS ledger, b.body, b.day::text,
       to_jsonb(c) ${strip} - 'providerCustomerId' AS customer,
       (SELECT jsonb_agg(to_jsonb(p) ${strip} - 'providerPaymentId') FROM payment p WHERE p."subscriptionId" = s.id) AS payments
     FROM subscription s JOIN webhook_event l ON l."subscriptionId" = s.id
     LEFT JOIN webhook_event_body b ON b.id = l.id LEFT JOIN customer c ON c.id = s."customerId"
     WHERE s."providerSubscriptionId" = $1 ORDER BY l.id`,
    [`sub_${name}`],
  );
  return rows;
}

/** What the events decide from what is known now. */
async function decided(events: ProviderEvent[]): Promise<Write[]> {
  const reads = await readKnown(pool(), events);
  return events.map((event, place) => {
    const { known, now } = reads[place] as KnownNow;
    return toWrite(event, known, decide(event, known, now));
  });
}

const nameOf = (writes: Write[]) => queryOf(writes, null).name;

/** New names, each with a known subscription. */
async function known(count: number, bodyDays: string | null = null): Promise<string[]> {
  const names = Array.from({ length: count }, freshName);
  for (const name of names) await applyBatch(pool(), [stateEvent(name, 0)], { bodyDays });
  return names;
}

/** By the statement for any write, as the yardstick for those with fewer steps. */
async function writeAsAny(writes: Write[], bodyDays: string | null) {
  const shape = shapeOf(writes);
  await pool().query({ text: writeStatement(shape), values: valuesOf(writes, shape, bodyDays) });
}

describe.each([
  ['brief', 0],
  ['whole', 1],
])('%s', (way, price) => {
  test.each([
    ['apart', '9999-12-31'],
    ['with its row', null],
  ])(
    'a new state is stored alike alone, in a batch, and by the statement for any write; its body %s',
    async (_where, bodyDays) => {
      const [alone = '', beside = '', other = '', any = ''] = await known(4, bodyDays);
      const one = await decided([stateEvent(alone, 1, price)]);
      const two = await decided([beside, other].map((name) => stateEvent(name, 1, price)));
      expect([nameOf(one), nameOf(two)]).toEqual([`write one ${way}`, `common ${way} one + ~s`]);
      for (const writes of [one, two]) expect(await writeAll(pool(), writes, { bodyDays })).not.toContain(undefined);
      await writeAsAny(await decided([stateEvent(any, 1, price)]), bodyDays);
      const kept = await keptOf(any);
      expect(kept.map(({ ledger }) => ledger.outcome)).toEqual(['applied', 'applied']);
      expect(kept[1].subscription).toMatchObject({ quantity: 3 + price, status: 'active', version: 2 });
      for (const name of [alone, beside, other]) expect(await keptOf(name)).toEqual(kept);
    },
  );
});

test('new records, changed ones and payments of a batch are stored as by the statement for any write', async () => {
  const events = ([first = '', second = '', third = '']: string[]) => [
    [paidEvent(first, 0), stateEvent(second, 0), stateEvent(third, 0)],
    [stateEvent(first, 1), paidEvent(second, 1), { ...stateEvent(third, -1), checkoutSession: 'cs' }],
    [paidEvent(first, 2), paidEvent(second, 2, 5), paidEvent(third, 2)],
  ];
  const [names, others] = [Array.from({ length: 3 }, freshName), Array.from({ length: 3 }, freshName)];
  const used: string[] = [];
  for (const batch of events(names)) {
    const writes = await decided(batch);
    used.push(nameOf(writes));
    expect(await writeAll(pool(), writes)).not.toContain(undefined);
  }
  for (const batch of events(others)) await writeAsAny(await decided(batch), null);
  expect(used).toEqual([
    'common brief none +csp ~ owner',
    'common brief any +p ~cs checkout',
    'common whole any +p ~csp',
  ]);
  for (const [index, name] of names.entries()) {
    const kept = await keptOf(name);
    expect(kept.at(-1)).toMatchObject({ customer: { email: '2@example.com' }, payments: [{ status: 'succeeded' }] });
    expect(kept).toEqual(await keptOf(others[index] as string));
  }
});

test('one event of a batch that changes more than the others is stored whole', async () => {
  const [first = '', second = ''] = await known(2);
  const writes = await decided([stateEvent(first, 1), stateEvent(second, 1, 7)]);
  expect(nameOf(writes)).toBe('common whole one + ~s');
  await writeAll(pool(), writes);
  expect((await keptOf(second)).at(-1)?.subscription).toMatchObject({ priceId: 'price_7', quantity: 10 });
});

test.each([
  ['brief', 0],
  ['whole', 1],
])('%s: the event of a batch whose subscription changed since is not written, the others are', async (_way, price) => {
  const [changed = '', other = ''] = await known(2);
  const events = [stateEvent(changed, 5, price), stateEvent(other, 5, price)];
  const writes = await decided(events);
  await applyBatch(pool(), [stateEvent(changed, 6)]);
  expect(await writeAll(pool(), writes)).toEqual([undefined, expect.any(String)]);
  expect((await keptOf(changed)).map(({ subscription }) => subscription.version)).toEqual([2, 2]);
  expect((await keptOf(other)).map(({ subscription }) => subscription.version)).toEqual([2, 2]);
});

test('an event that another process wrote first is left out, and the others of its batch are written', async () => {
  const [taken = '', other = ''] = await known(2);
  const events = [stateEvent(taken, 1), stateEvent(other, 1)];
  const writes = await decided(events);
  await pool().query(
    `INSERT INTO webhook_event (provider, "eventId", outcome, "subscriptionId") SELECT provider, $1, 'applied', id
     FROM subscription WHERE "providerSubscriptionId" = $2`,
    [events[0]?.id, `sub_${taken}`],
  );
  expect(await writeAll(pool(), writes)).toEqual([undefined, expect.any(String)]);
  expect((await keptOf(other)).at(-1)?.subscription.version).toBe(2);
  const applied = await applyBatch(pool(), events);
  expect(applied.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate']);
  expect((await keptOf(taken)).map(({ subscription }) => subscription.version)).toEqual([1, 1]);
});

/** A pool that counts the statements it is sent. */
function counting() {
  const sent: string[] = [];
  const query = (statement: { name: string; text: string; values: unknown[] }) => {
    sent.push(statement.name);
    return pool().query(statement);
  };
  return { sent, pool: { query } as unknown as ReturnType<typeof pool> };
}

test('what lost its only known record leaves no payment, and costs the others no second statement', async () => {
  const [lost = '', other = '', third = ''] = await known(3);
  const writes = await decided([{ ...paidEvent(lost, 9), customer: null }, paidEvent(other, 1), stateEvent(third, 1)]);
  await applyBatch(pool(), [stateEvent(lost, 2)]);
  const { sent, pool: counted } = counting();
  expect(await writeAll(counted, writes)).toEqual([undefined, expect.any(String), expect.any(String)]);
  expect(sent).toEqual(['common brief any +p ~cs']);
  expect((await keptOf(lost)).at(-1)).toMatchObject({ payments: null, subscription: { version: 2 } });
  expect((await keptOf(other)).at(-1)).toMatchObject({ payments: [{ status: 'succeeded' }] });
});

test('records are inserted before the ledger rows, as by the statement for any write: no deadlock', async () => {
  const name = freshName();
  const event = stateEvent(name, 0);
  const writes = await decided([event]);
  const client = new pg.Client({ connectionString: app.deps.settings.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const owner = `'u', 'alpha', 'cus_${name}', ''`;
    await client.query(`INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
      VALUES ('${event.customer?.id}', ${owner})`);
    const written = writeAll(pool(), writes);
    await untilBlocked(client, 1);
    const row = `'alpha', '${event.id}', 'ignored'`;
    await client.query(`INSERT INTO webhook_event (provider, "eventId", outcome) VALUES (${row})`);
    await client.query('COMMIT');
    expect(await written).toEqual([undefined]);
  } finally {
    await client.end();
  }
});
