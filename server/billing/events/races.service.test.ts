import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshName, recordsOf, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { untilBlocked } from '../../testing/database/untilBlocked.ts';
import { eventOf as toldEvent } from '../../testing/events/toldEvents.ts';
import { recordId } from '../records/recordId.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import type { ProviderEvent } from './event.ts';
import { type KnownNow, readKnown } from './readKnown.ts';
import { toWrite } from './toWrite.ts';
import { writeAll } from './write.ts';

/** Steps two processes by hand: each reads before the other writes, so that every guard of the write is exercised. */

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const pool = (process: 0 | 1 = 0) => processes.apps[process].deps.billing.database.webhookPool;
const records = () => recordsOf(processes.apps[0], 'alpha');

interface Facts {
  customer?: string;
  deleted?: boolean;
  subscription?: string;
  payment?: string;
  /** Seconds after noon; null: the event has no time. */
  at?: number | null;
  status?: 'active' | 'past_due' | 'canceled';
}

function eventOf({ customer, deleted, subscription, payment, at = 0, status = 'active' }: Facts): ProviderEvent {
  return toldEvent({
    id: `evt_${freshName()}`,
    at,
    customer: customer ? { providerCustomerId: customer, explicit: true, deleted } : false,
    subscription: subscription ? { providerSubscriptionId: subscription, status } : undefined,
    payment: payment ? { providerPaymentId: payment, providerSubscriptionId: undefined } : undefined,
  });
}

/** What a process decides from what it reads now. Resolves to its write, which runs when the caller says so. */
async function prepare(events: ProviderEvent[], process: 0 | 1 = 0) {
  const reads = await readKnown(pool(process), events);
  const decided = events.map((event, place) => {
    const { known, now } = reads[place] as KnownNow;
    return toWrite(event, known, decide(event, known, now));
  });
  return () => writeAll(pool(process), decided);
}

const isWritten = (answers: (string | null | undefined)[]) => answers.map((answer) => answer !== undefined);

async function ledgerOf({ id }: ProviderEvent) {
  return (await records().event(id))?.outcome ?? null;
}

describe('a write whose decision is outdated', () => {
  test.each([
    ['a customer', { customer: 'cus' }],
    ['a subscription', { subscription: 'sub' }],
    ['a payment', { payment: 'in' }],
  ])('writes nothing over %s that changed since, nor a ledger row', async (_what, named) => {
    const name = freshName();
    const told = Object.fromEntries(Object.entries(named).map(([kind, key]) => [kind, `${key}_${name}`]));
    await applyBatch(pool(), [eventOf({ ...told, at: 0 })]);
    const [late, early] = [eventOf({ ...told, at: 1 }), eventOf({ ...told, at: 2 })];
    const write = await prepare([late]);
    await applyBatch(pool(1), [early]);
    expect(isWritten(await write())).toEqual([false]);
    expect(await ledgerOf(late)).toBeNull();
  });

  test('a half-written event is rolled back if another process made the insert first', async () => {
    const name = freshName();
    const event = eventOf({ subscription: `sub_${name}`, payment: `in_${name}` });
    const write = await prepare([event]);
    await applyBatch(pool(1), [eventOf({ payment: `in_${name}` })]);
    await expect(write()).rejects.toMatchObject({ code: '22012' });
    expect(await records().subscription(`sub_${name}`)).toBeNull();
    expect(await applyBatch(pool(), [event])).toMatchObject([{ outcome: 'applied' }]);
  });

  test('one event without a time, delivered to two processes, has one effect', async () => {
    const name = freshName();
    await applyBatch(pool(), [eventOf({ subscription: `sub_${name}` })]);
    const event = eventOf({ subscription: `sub_${name}`, at: null, status: 'past_due' });
    const [here, there] = [await prepare([event]), await prepare([event], 1)];
    expect([isWritten(await here()), isWritten(await there())]).toEqual([[true], [false]]);
    expect(await applyBatch(pool(1), [event])).toMatchObject([{ outcome: 'duplicate' }]);
    expect(await records().subscription(`sub_${name}`)).toMatchObject({ version: 2 });
    expect(await records().event(event.id)).toMatchObject({ deliveries: 2 });
  });

  test('an event that changes nothing is decided again if its ledger row appeared in the meantime', async () => {
    const name = freshName();
    await applyBatch(pool(), [eventOf({ subscription: `sub_${name}`, at: 5 })]);
    const stale = eventOf({ subscription: `sub_${name}`, at: 1 });
    const write = await prepare([stale]);
    await applyBatch(pool(1), [stale]);
    expect(isWritten(await write())).toEqual([false]);
    expect(await records().event(stale.id)).toMatchObject({ outcome: 'stale', deliveries: 1 });
  });

  test('an event read as open is decided again if it is no longer open', async () => {
    const name = freshName();
    const event = eventOf({ subscription: `sub_${name}` });
    const orphan = { ...event, userId: null };
    await applyBatch(pool(), [orphan]);
    expect(await ledgerOf(event)).toBe('unmatched');
    const write = await prepare([orphan]);
    await applyBatch(pool(1), [event]);
    expect(isWritten(await write())).toEqual([false]);
    expect(await records().event(event.id)).toMatchObject({ outcome: 'applied', deliveries: 2 });
  });
});

describe('records that a decision only read', () => {
  test('a customer deleted in the meantime: the revival of its subscription is decided again', async () => {
    const name = freshName();
    const [customer, subscription] = [`cus_${name}`, `sub_${name}`];
    await applyBatch(pool(), [eventOf({ customer, subscription, at: 0, status: 'canceled' })]);
    const revives = eventOf({ subscription, at: 1 });
    const write = await prepare([revives]);
    await applyBatch(pool(1), [eventOf({ customer, deleted: true, at: 2 })]);
    expect(isWritten(await write())).toEqual([false]);
    await applyBatch(pool(), [revives]);
    expect(await records().subscription(subscription)).toMatchObject({ status: 'canceled' });
  });

  test('a customer deleted during an insert of its subscription: the check after the commit ends both', async () => {
    const name = freshName();
    const [customer, subscription] = [`cus_${name}`, `sub_${name}`];
    await applyBatch(pool(), [eventOf({ customer, at: 0 })]);
    const named = { ...eventOf({ subscription, at: 1 }), customer: eventOf({ customer }).customer };
    const event = { ...named, customer: named.customer && { ...named.customer, explicit: false } };
    const write = await prepare([event]);
    await applyBatch(pool(1), [eventOf({ customer, deleted: true, at: 2 })]);
    expect(isWritten(await write())).toEqual([true]);
    expect(await records().subscription(subscription)).toMatchObject({ status: 'active' });
    const id = recordId('subscription', 'alpha', subscription);
    await processes.apps[0].deps.billing.checkLinks([{ id, lacksCustomer: false }]);
    expect(await records().subscription(subscription)).toMatchObject({ status: 'canceled', version: 2 });
  });
});

describe('a batch', () => {
  test('with an event that lost one of its records or an insert: nothing of it is written, the others are', async () => {
    const [half, insert, other] = [freshName(), freshName(), freshName()];
    const told = { customer: `cus_${half}`, subscription: `sub_${half}` };
    await applyBatch(pool(), [eventOf(told)]);
    const write = await prepare([
      eventOf({ ...told, at: 1, status: 'past_due' }),
      eventOf({ customer: `cus_${insert}`, subscription: `sub_${insert}`, payment: `in_${insert}` }),
      eventOf({ subscription: `sub_${other}` }),
    ]);
    await applyBatch(pool(1), [eventOf({ subscription: told.subscription, at: 2 })]);
    await applyBatch(pool(1), [eventOf({ customer: `cus_${insert}` })]);
    expect(isWritten(await write())).toEqual([false, false, true]);
    expect(await records().customer(told.customer)).toMatchObject({ version: 1 });
    expect([await records().subscription(`sub_${insert}`), await records().payment(`in_${insert}`)]).toEqual([
      null,
      null,
    ]);
    expect(await records().subscription(`sub_${other}`)).toMatchObject({ version: 1 });
  });

  test('locks in one order: crossed pairs of customer and subscription never deadlock', async () => {
    const names = Array.from({ length: 6 }, freshName);
    const readOnly = { customer: `cus_${freshName()}`, subscription: `sub_${freshName()}` };
    await applyBatch(pool(), [eventOf(readOnly)]);
    // Without a time it holds a customer that it doesn't change.
    const more = () => eventOf({ subscription: readOnly.subscription, at: null });
    const event = (from: number, at: number) =>
      eventOf({ customer: `cus_${names[from]}`, subscription: `sub_${names[(from * 5 + 3) % 6]}`, at });
    await applyBatch(
      pool(),
      names.map((_, from) => event(from, 0)),
    );
    const client = new pg.Client({ connectionString: processes.apps[0].deps.settings.databaseUrl });
    await client.connect();
    const deadlocks = async () => {
      await client.query('SELECT pg_stat_force_next_flush()');
      const sql = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
      return (await client.query(sql)).rows[0].deadlocks as number;
    };
    const before = await deadlocks();
    // Another session holds a record in the middle, so that both batches hold what they locked before it.
    const held = [recordId('customer', 'alpha', `cus_${names[2]}`)];
    for (let round = 1; round <= 4; round += 1) {
      await client.query('BEGIN');
      await client.query('SELECT FROM customer WHERE id = ANY($1) FOR UPDATE', [held]);
      const there = [...names.map((_, from) => event(from, 2 * round)), more()];
      const back = [...names.map((_, from) => event(from, 2 * round + 1)).reverse(), more()];
      const both = [applyBatch(pool(0), there), applyBatch(pool(1), back)];
      await untilBlocked(client, 2);
      await client.query('ROLLBACK');
      await Promise.all(both);
    }
    expect((await deadlocks()) - before).toBe(0);
    await client.end();
  });
});
