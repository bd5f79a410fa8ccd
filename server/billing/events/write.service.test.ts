import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { freshName } from '../../testing/app/twoProcesses.ts';
import { untilBlocked } from '../../testing/database/untilBlocked.ts';
import { paidEvent, stateEvent } from '../../testing/events/stateEvents.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import type { ProviderEvent } from './event.ts';
import { type KnownNow, readKnown } from './readKnown.ts';
import { toWrite } from './toWrite.ts';
import { type Write, writeAll } from './write.ts';

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

/** New names, each with a known subscription. */
async function known(count: number, bodyDays: string | null = null): Promise<string[]> {
  const names = Array.from({ length: count }, freshName);
  for (const name of names) await applyBatch(pool(), [stateEvent(name, 0)], { bodyDays });
  return names;
}

test.each([
  ['apart', '9999-12-31'],
  ['with its row', null],
])('a new state is stored alike alone and in a batch; its body %s', async (_where, bodyDays) => {
  const [alone = '', beside = '', other = ''] = await known(3, bodyDays);
  const batches = [
    await decided([stateEvent(alone, 1, 1)]),
    await decided([stateEvent(beside, 1, 1), stateEvent(other, 1, 1)]),
  ];
  for (const writes of batches) expect(await writeAll(pool(), writes, bodyDays)).not.toContain(undefined);
  const kept = await keptOf(alone);
  expect(kept.map(({ ledger }) => ledger.outcome)).toEqual(['applied', 'applied']);
  expect(kept[1].subscription).toMatchObject({ priceId: 'price_1', quantity: 4, status: 'active', version: 2 });
  for (const name of [beside, other]) expect(await keptOf(name)).toEqual(kept);
});

test('the event of a batch whose subscription changed since is not written, the others are', async () => {
  const [changed = '', other = ''] = await known(2);
  const events = [stateEvent(changed, 5), stateEvent(other, 5)];
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

test('what lost its only known record leaves no payment, and the others are written', async () => {
  const [lost = '', other = '', third = ''] = await known(3);
  const writes = await decided([{ ...paidEvent(lost, 9), customer: null }, paidEvent(other, 1), stateEvent(third, 1)]);
  await applyBatch(pool(), [stateEvent(lost, 2)]);
  expect(await writeAll(pool(), writes)).toEqual([undefined, expect.any(String), expect.any(String)]);
  expect((await keptOf(lost)).at(-1)).toMatchObject({ payments: null, subscription: { version: 2 } });
  expect((await keptOf(other)).at(-1)).toMatchObject({ payments: [{ status: 'succeeded' }] });
});

test('records are inserted before the ledger rows: no deadlock', async () => {
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
