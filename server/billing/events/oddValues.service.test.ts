import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post, recordsOf, startTwoProcesses, type TwoProcesses } from '../../testing/app/twoProcesses.ts';
import { anyCharacter } from '../../testing/events/storable.ts';
import { type Provider, providers } from '../../testing/events/wire.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { sampleOr } from '../../testing/run/storey.ts';
import { readBody } from '../ledger/ledger.ts';

mayComplain(/Failed to process [a-z._]+ event/);

const RUNS = sampleOr(40, 120);
const seed = Date.now() & 0x7fffffff;

let processes: TwoProcesses;
let count = 0;

beforeAll(async () => {
  processes = await startTwoProcesses();
});
afterAll(() => processes.close());

/** The providers' own bodies; each use gets new ids, so that none is a duplicate or stale. */
function readFixtures(provider: Provider): string[] {
  const folder = `${import.meta.dirname}/../../adapters/${provider}/fixtures`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

function withFreshIds(text: string): unknown {
  const name = `${seed}${count++}`;
  return JSON.parse(
    text.replace(/_rec/g, `_${name}`).replace(/"[0-9a-f]{8}-([0-9a-f]{4}-){3}/g, (id) => `"${name}${id.slice(9)}`),
  );
}

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, '', ' ', 'a\u0000b', '\u0000', '\ud800', 'x\udfff', '\u202e', "'; DROP TABLE customer; --", 'none'],
    ...[
      0,
      -0,
      -1,
      1.5,
      1e308,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      8.64e15,
      253_402_300_800,
      99_999_999_999_999,
      -62_135_596_801,
    ],
    ...[
      '9999-12-31T23:59:59.999999Z',
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T24:00:00+99:99',
      '1e999',
    ],
    ...[[], {}, [null], [[]], { id: null }, { id: '\u0000' }, deep(500)],
    ...[
      JSON.parse('{"__proto__":{"userId":"u"},"constructor":{"prototype":1},"userId":"u_odd"}'),
      'x'.repeat(256),
      'ß'.repeat(100_000),
    ],
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

const change = fc.record({ place: fc.nat(10_000), value: odd, remove: fc.boolean() });
type Change = { place: number; value: unknown; remove: boolean };

type Holder = Record<string, unknown>;

/** Every value in the body: the object or array that holds it, and its key. */
function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(
    ([key, inner]) => [[value as Holder, key], ...placesOf(inner)] as [Holder, string][],
  );
}

/** Each place gets a copy, because the values are shared by all bodies and the next change may hit the same one. */
function mutate(body: unknown, changes: readonly Change[]): unknown {
  for (const { place, value, remove } of changes) {
    const places = placesOf(body);
    const [holder, key] = places[place % Math.max(places.length, 1)] ?? [];
    if (!holder || key === undefined) continue;
    if (remove && value === null) delete holder[key];
    else holder[key] = structuredClone(value);
  }
  return body;
}

const MARK = '@@here@@'; // JSON.stringify can't write such depths: their text takes its place.
const levels = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`;
const DEEP = [levels('{"a":', '}'), levels('[', ']')] as const;

const TEXT = /^\{"error":"Failed to process (customer|subscription|invoice|checkout|order)\.[a-z_.]+ event"\}$/;

/** 200, or the specification's 500 for a known type without a usable key, which the ledger keeps as failed. */
async function answersAsPromised(provider: Provider, body: unknown): Promise<void> {
  const id = `msg_${seed}_${count++}`;
  const started = Date.now();
  const { status, text } = await post(processes.apps[0], provider, { id, body });
  expect(Date.now() - started).toBeLessThan(2_000);
  if (status === 200) return;
  expect({ status, text }).toEqual({ status: 500, text: expect.stringMatching(TEXT) });
  const { prisma } = processes.apps[0].deps.billing.database;
  const [row] = await prisma.webhookEvent.findMany({
    where: { provider },
    orderBy: { lastReceivedAt: 'desc' },
    take: 1,
  });
  expect(row).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/has no usable/) });
}

describe.each(providers)('%s', (provider) => {
  const fixtures = readFixtures(provider);

  test(`${RUNS} of them with odd values (seed ${seed})`, { timeout: 60_000 }, async () => {
    const given = fc.record({
      fixture: fc.constantFrom(...fixtures),
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    });
    const holds = fc.asyncProperty(given, ({ fixture, changes }) =>
      answersAsPromised(provider, mutate(withFreshIds(fixture), changes)),
    );
    await fc.assert(holds, { seed, numRuns: RUNS });
  });

  test(`with 20,000 levels of nesting anywhere (seed ${seed})`, { timeout: 60_000 }, async () => {
    const given = fc.record({
      fixture: fc.constantFrom(...fixtures),
      place: fc.nat(10_000),
      levels: fc.constantFrom(...DEEP),
    });
    const holds = fc.asyncProperty(given, ({ fixture, place, levels }) => {
      const body = mutate(withFreshIds(fixture), [{ place, value: MARK, remove: false }]);
      return answersAsPromised(
        provider,
        JSON.stringify(body).replace(JSON.stringify(MARK), () => levels),
      );
    });
    await fc.assert(holds, { seed, numRuns: RUNS });
  });

  test('a match key nested 20,000 levels deep fails as one row, however often the provider repeats it', async () => {
    const body = fixtures.find((text) => /"(customer\.)?subscription\.(created|paid)"/.test(text)) ?? '';
    const id = `deep_${seed}_${provider}`;
    const object = JSON.stringify({
      ...(withFreshIds(body) as object),
      [provider === 'beta' ? 'object' : 'data']: MARK,
      id,
    });
    const sent = { id, body: object.replace(JSON.stringify(MARK), () => DEEP[0]) };
    const answers = await Promise.all([1, 2].map(() => post(processes.apps[0], provider, sent)));
    answers.push(await post(processes.apps[1], provider, sent));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    const { webhookEvent } = processes.apps[0].deps.billing.database.prisma;
    const rows = await webhookEvent.findMany({ where: { provider, eventId: id } });
    expect(rows).toMatchObject([{ outcome: 'failed', deliveries: 3, error: expect.stringMatching(/has no usable/) }]);
  });
});

test('the usable part of an event with odd values is applied, with warnings', async () => {
  const object = {
    id: 'sub_odd',
    customer: 'cus_odd',
    metadata: { userId: 'u_odd', plan: 'pro' },
    status: 'asleep',
    trial_end: 'soon',
    canceled_at: 9e99,
    cancel_at_period_end: 'no',
    currency: 7,
    items: {
      data: [
        { quantity: 3_000_000_000, current_period_end: -5, price: { id: 'price_pro_month', unit_amount: 'much' } },
      ],
    },
  };
  const body = { id: 'evt_odd', type: 'customer.subscription.created', created: 'today', data: { object } };
  expect(await post(processes.apps[0], 'alpha', { id: 'evt_odd', body })).toMatchObject({ status: 200 });
  const { subscription, event } = recordsOf(processes.apps[0], 'alpha');
  expect(await subscription('sub_odd')).toMatchObject({
    plan: 'pro',
    status: 'incomplete',
    quantity: null,
    trialEnd: null,
  });
  const row = await event('evt_odd');
  expect(row?.outcome).toBe('applied');
  expect(row?.warnings).toEqual(
    expect.arrayContaining(['unusable status', 'unusable trial_end', 'unusable created', 'unusable quantity']),
  );
});

test('a byte order mark is not stored, because JSON.parse would reject it at a replay', async () => {
  const object = { id: 'sub_mark', status: 'active', metadata: { userId: 'u_mark' } };
  const body = { id: 'evt_mark', type: 'customer.subscription.created', created: 1_770_000_000, data: { object } };
  const text = JSON.stringify(body);
  expect(await post(processes.apps[0], 'alpha', { id: 'evt_mark', body: `\ufeff${text}` })).toMatchObject({
    status: 200,
  });
  const kept = await recordsOf(processes.apps[0], 'alpha').event('evt_mark');
  expect(kept).toMatchObject({ outcome: 'applied' });
  expect(await readBody(processes.apps[0].deps.billing, `${kept?.id}`)).toBe(text);
});

test('the processes are still healthy afterwards', async () => {
  for (const app of processes.apps) expect((await app.call('/healthz')).status).toBeLessThan(500);
  const object = { id: 'sub_after', status: 'active', metadata: { userId: 'u_after' } };
  const body = { id: 'evt_after', type: 'customer.subscription.created', created: 1_770_000_000, data: { object } };
  expect(await post(processes.apps[1], 'alpha', { id: 'evt_after', body })).toMatchObject({ status: 200 });
  expect(({} as Holder).userId).toBeUndefined();
});
