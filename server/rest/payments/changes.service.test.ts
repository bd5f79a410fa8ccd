import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import type { ChangesPage } from '../../billing/access/feed/accessFeed.ts';
import { grantPlan, revokeGrant } from '../../billing/access/grants/grants.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf } from '../../testing/calls/requests.ts';
import { alphaEvent, alphaSubscription, MOMENT } from '../../testing/events/alphaObjects.ts';

/** The feed of changes (reliability, promise 22): read with a cursor, by services only. */
let app: TestApp;
/** Another process on the same database. */
let peer: TestApp;

const SERVICE_KEYS = ['feed:changes', 'web:read+write', 'both:changes+read']
  .map((entry) => `${entry}:${hashOfKey(entry.split(':')[0] ?? '')}`)
  .join();

beforeAll(async () => {
  app = await startTestApp({ SERVICE_KEYS });
  peer = await startTestApp({ SERVICE_KEYS }, app);
  for (const { deps } of [app, peer]) Object.assign(deps.billing, { now: () => new Date((MOMENT + 3_600) * 1_000) });
});
afterAll(async () => {
  await peer.close();
  await app.close();
});

const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const ask = (query = '', on = app) => on.call(`/api/payments/changes${query}`, by('feed'));

async function changes(query = '', on = app): Promise<ChangesPage> {
  const response = await ask(query, on);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangesPage;
}

/** Everything after a cursor, page by page. */
async function readAll(after?: string, on = app, limit = 3): Promise<ChangesPage> {
  const all: ChangesPage['changes'] = [];
  let cursor = after;
  for (;;) {
    const page = await changes(`?limit=${limit}${cursor === undefined ? '' : `&after=${cursor}`}`, on);
    all.push(...page.changes);
    cursor = page.cursor;
    if (page.changes.length === 0) return { changes: all, cursor };
  }
}

let seconds = 0;
const deliver = async (userId: string, status = 'active', on = app) => {
  seconds += 1;
  const object = alphaSubscription(`sub_${userId}`, userId, { status });
  const response = await on.deliver(alphaEvent('subscription.updated', object, seconds));
  expect(response.status).toBe(200);
};
const plansOf = ({ changes }: ChangesPage) => changes.map(({ userId, access }) => [userId, access.plan]);

test('lists each owner whose access may have changed once, with their current access', async () => {
  await deliver('one');
  await deliver('two', 'active', peer);
  await deliver('one', 'past_due');
  const page = await readAll();
  expect(plansOf(page)).toEqual([
    ['two', 'pro'],
    ['one', 'pro'],
  ]);
  const [two, one] = page.changes;
  expect(one?.access).toMatchObject({ userId: 'one', reason: 'past_due_grace', features: expect.any(Object) });
  expect(page.cursor).toBe(one?.cursor);
  expect(plansOf(await readAll(two?.cursor, peer))).toEqual([['one', 'pro']]);
  expect(await readAll(page.cursor)).toEqual({ changes: [], cursor: page.cursor });
  await deliver('two', 'unpaid', peer);
  expect(plansOf(await readAll(page.cursor))).toEqual([['two', 'free']]);
});

test('a change that does not affect access adds nothing', async () => {
  await deliver('still');
  const { cursor } = await readAll();
  await deliver('still');
  await deliver('still');
  expect((await readAll(cursor)).changes).toEqual([]);
});

test('a grant and its withdrawal by an operator are listed', async () => {
  const { billing } = app.deps;
  const { cursor } = await readAll();
  const given = { userId: 'given', plan: 'enterprise', until: null, reason: 'an apology' };
  const { id } = await grantPlan(billing, given, 'ops@example.com');
  const page = await readAll(cursor);
  expect(plansOf(page)).toEqual([['given', 'enterprise']]);
  await revokeGrant(billing, { id, reason: 'a mistake' }, 'ops@example.com');
  expect(plansOf(await readAll(page.cursor, peer))).toEqual([['given', 'free']]);
});

test('an open transaction blocks nobody, and its change is listed after the commit', async () => {
  await deliver('slow');
  const { cursor } = await readAll();
  const client = new pg.Client({ connectionString: app.deps.settings.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  // Any program that knows nothing of the feed writes like this.
  await client.query(`UPDATE subscription SET status = 'incomplete' WHERE "userId" = 'slow'`);
  await deliver('fast');
  const meanwhile = await readAll(cursor);
  expect(plansOf(meanwhile)).toEqual([['fast', 'pro']]);
  await deliver('faster', 'active', peer);
  const then = await readAll(meanwhile.cursor, peer);
  await client.query('COMMIT');
  await client.end();
  expect(plansOf(then)).toEqual([['faster', 'pro']]);
  expect(plansOf(await readAll(then.cursor))).toEqual([['slow', 'free']]);
});

describe('waiting', () => {
  test('a waiting call is answered soon after another process commits', async () => {
    const { cursor } = await readAll();
    const waiting = changes(`?after=${cursor}&wait=25`);
    await deliver('awaited', 'active', peer);
    const begun = performance.now();
    expect(plansOf(await waiting)).toEqual([['awaited', 'pro']]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('a waiting call ends at its timeout with the same cursor, and when the process stops', async () => {
    const { cursor } = await readAll();
    expect(await changes(`?after=${cursor}&wait=1`)).toEqual({ changes: [], cursor });
    const stopping = await startTestApp({ SERVICE_KEYS }, app);
    const waiting = changes(`?after=${cursor}&wait=25`, stopping);
    setTimeout(() => stopping.deps.stopping.abort(), 500);
    expect(await waiting).toEqual({ changes: [], cursor });
    await stopping.close();
  });

  function refusedOnly(response: Response): Response {
    if (response.status !== 429) throw new Error(`Answered ${response.status}`);
    return response;
  }

  test('one key may have four waiting calls; the next gets a 429, and other keys are not affected', async () => {
    const { cursor } = await readAll();
    const asked = [1, 2, 3, 4, 5].map(() => ask(`?after=${cursor}&wait=25`));
    const refused = await Promise.any(asked.map((call) => call.then(refusedOnly)));
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await app.call(`/api/payments/changes?after=${cursor}`, by('both'))).status).toBe(200);
    await deliver('ends_all', 'active', app);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429]);
  });
});

test.each(['limit=0', 'limit=501', 'limit=x', 'wait=26', 'wait=-1', 'after=a&after=b', `after=${'x'.repeat(101)}`])(
  '%s is 400',
  async (query) => {
    expect(await answerOf(await ask(`?${query}`))).toEqual({ status: 400, body: { error: 'Invalid query' } });
  },
);

test('a cursor from another database gets 410', async () => {
  const { cursor } = await readAll();
  const [mark = '', number, position] = cursor.split('.');
  const ahead = `${mark}.${Number(number) + 1}.${position}`;
  const gone = ['garbage', '', `${mark}.`, `${mark}.1`, `${mark}.-1.0`, ahead, `${'x'.repeat(12)}.1.0`];
  for (const after of gone)
    expect(await answerOf(await ask(`?after=${encodeURIComponent(after)}`)), after).toEqual({
      status: 410,
      body: { error: 'Cursor is gone' },
    });
  const { pool } = app.deps.billing.database;
  const { rows } = await pool.query<{ epoch: string }>('SELECT epoch FROM change_feed');
  await pool.query(`UPDATE change_feed SET epoch = 'restored'`);
  expect((await ask(`?after=${cursor}`)).status).toBe(410);
  await pool.query('UPDATE change_feed SET epoch = $1', [rows[0]?.epoch]);
  expect((await ask(`?after=${cursor}`)).status).toBe(200);
});

test('only services with the scope can read the feed, and their use is recorded', async () => {
  const { cookie } = await app.signUp();
  const statusOf = async (init?: RequestInit) => (await app.call('/api/payments/changes', init)).status;
  expect(await statusOf()).toBe(401);
  expect(await statusOf({ headers: { cookie } })).toBe(403);
  expect(await statusOf(by('web'))).toBe(403);
  expect(await statusOf(by('unknown'))).toBe(401);
  const { rows } = await app.deps.billing.database.pool.query(`SELECT name FROM service_key WHERE name = 'feed'`);
  expect(rows).toHaveLength(1);
});

test('tRPC returns the same', async () => {
  const { result } = (await (await app.call('/api/trpc/access.changes', by('feed'))).json()) as {
    result: { data: ChangesPage };
  };
  const page = await changes();
  // The two calls look at different moments, and so at different positions in the WAL.
  const numberOf = (cursor: string) => cursor.replace(/\.\d+$/, '');
  const undated = ({ changes: rows, cursor }: ChangesPage) => ({
    cursor: numberOf(cursor),
    rows: rows.map(({ access: { asOf: _, ...access }, ...row }) => ({ ...row, cursor: numberOf(row.cursor), access })),
  });
  expect(undated(result.data)).toEqual(undated(page));
});

test("a reader of the feed alone knows everyone's access, with concurrent changes in two processes", async () => {
  const owners = Array.from({ length: 12 }, (_, n) => `owner-${n}`);
  const statuses = ['active', 'past_due', 'unpaid', 'trialing', 'canceled'];
  const known = new Map<string, string>();
  let cursor: string | undefined;
  const read = async () => {
    const page = await readAll(cursor, peer, 5);
    for (const { userId, access } of page.changes) known.set(userId, access.plan);
    cursor = page.cursor;
  };
  for (let round = 0; round < 5; round += 1) {
    const sent = owners.map((owner, n) => deliver(owner, statuses[(n + round * 2) % 5], n % 2 ? app : peer));
    await Promise.all([...sent, read(), read().then(read)]);
  }
  await read();
  for (const owner of owners) {
    const { access } = (await changes(`?limit=500`)).changes.find(({ userId }) => userId === owner) ?? {};
    expect([owner, known.get(owner)]).toEqual([owner, access?.plan]);
  }
  expect(new Set(known.values())).toEqual(new Set(['pro', 'free']));
});
