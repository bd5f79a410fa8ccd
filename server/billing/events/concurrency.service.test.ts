import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, atOnce, recordsOf, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { untilBlocked } from '../../testing/database/untilBlocked.ts';
import { modelCustomer, modelSubscription } from '../../testing/events/model.ts';
import { eventOf } from '../../testing/events/toldEvents.ts';
import type { Fact, ModelSubscription } from '../../testing/events/wire.ts';
import { sampleOr } from '../../testing/run/storey.ts';
import { recordId } from '../records/recordId.ts';
import { applyBatch } from './applyBatch.ts';

let processes: TwoProcesses;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

const NOON = Date.UTC(2026, 0, 5, 12);
const records = () => recordsOf(processes.apps[0], 'alpha');
const appFor = (n: number) => processes.apps[n % 2 === 0 ? 0 : 1];

function fact(name: string, at: number, plan: ModelSubscription['plan']): Fact {
  const subscription = modelSubscription(`sub_${name}`, NOON, { plan });
  return { id: `evt_${name}_${at}_${plan}`, at, kind: 'updated', customer: modelCustomer(name), subscription };
}

const write = (name: string, sub: number, at: number) =>
  eventOf({
    id: `evt_${name}_${sub}_${at}`,
    at,
    subscription: { providerSubscriptionId: `sub_${name}_${sub}`, status: 'active', quantity: at },
  });

describe('two processes on one database', () => {
  const MEETINGS = sampleOr(25, 100);
  test(`two concurrent events of one record: the newer one wins, ${MEETINGS} of ${MEETINGS} times`, async () => {
    const wrong: string[] = [];
    await atOnce(
      4,
      Array.from({ length: MEETINGS }, (_, n) => async () => {
        const [older, newer] = [fact(`pair${n}`, NOON, 'starter'), fact(`pair${n}`, NOON + 1_000, 'pro')];
        const inLine = n % 2 === 0 ? [older, newer] : [newer, older];
        const outcomes = await Promise.all(inLine.map((one, index) => apply(appFor(index), 'alpha', one)));
        const record = await records().subscription(`sub_pair${n}`);
        const applied = outcomes.filter(({ outcome }) => outcome === 'applied').length;
        if (record?.plan !== 'pro' || record.version !== applied)
          wrong.push(`${n}: ${record?.plan} ${record?.version}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  const INSERTS = sampleOr(60, 180);
  test(`two processes insert one record with two unique keys at once, ${INSERTS} times: neither fails`, async () => {
    const pools = processes.apps.map(({ deps }) => deps.billing.database.pool);
    const outcomes = new Set<string>();
    for (let n = 0; n < INSERTS; n += 1) {
      const both = pools.map((pool, at) => applyBatch(pool, [write('twin', n, at)]));
      for (const [one] of await Promise.all(both)) outcomes.add(one?.outcome ?? '');
    }
    expect([...outcomes].filter((outcome) => outcome !== 'stale')).toEqual(['applied']);
  });
});

test('a deadlock is retried until every event is applied', async () => {
  const [first] = processes.apps;
  const { pool } = first.deps.billing.database;
  for (const sub of [0, 1]) await applyBatch(pool, [write('dead', sub, 0)]);
  const [low, high] = ['sub_dead_0', 'sub_dead_1'].map((id) => recordId('subscription', 'alpha', id)).sort();
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('UPDATE subscription SET quantity = 7 WHERE id = $1', [high]);
  const batch = applyBatch(pool, [write('dead', 0, 1), write('dead', 1, 1)]);
  await untilBlocked(pool);
  // PostgreSQL picks one of the two as the deadlock's victim.
  await other.query('UPDATE subscription SET quantity = 7 WHERE id = $1', [low]).catch(() => {});
  await other.query('COMMIT');
  other.release();
  expect((await batch).map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
});
