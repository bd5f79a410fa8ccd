import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { answerOf, cookieOf, post } from '../../testing/calls/requests.ts';
import { type OpenStream, openStream } from '../../testing/calls/stream.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/database/tcpProxy.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { mayComplain, OUTAGE } from '../../testing/run/complaints.ts';
import { until } from '../../testing/run/until.ts';
import { appRouter } from '../../trpc/router.ts';

mayComplain(OUTAGE);

const STREAMS = 'subscription-payments streams';

/** `behind` is a second process whose connection to the database a test can cut. */
let app: TestApp;
let proxy: TcpProxy;
let behind: TestApp;
const streams: AbortController[] = [];

beforeAll(async () => {
  app = await startTestApp();
  proxy = await startTcpProxy(app.deps.settings.databaseUrl);
  behind = await startTestApp({ DATABASE_URL: proxy.url }, app);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});
afterAll(async () => {
  await behind.close();
  await proxy.close();
  await app.close();
});

function listen(at: TestApp, cookie: string): Promise<OpenStream> {
  const stop = new AbortController();
  streams.push(stop);
  return openStream(at.call, cookie, stop.signal);
}

const listens = ({ logged }: TestApp) => logged.filter((line) => line.includes('The page streams listen')).length;

/** A stream whose process listens for changes: it emits one at the start, and one if its connection is made for it. */
async function listening(at: TestApp, cookie: string): Promise<OpenStream> {
  const before = listens(at);
  const stream = await listen(at, cookie);
  await until('its process listens', () => listens(at) > 0, 30_000);
  const first = listens(at) > before ? 2 : 1;
  await until('the stream has begun', () => stream.told() >= first, 30_000);
  return stream;
}

const change = (userId: string) =>
  app.deliver(alphaEvent('customer.subscription.updated', alphaSubscription(`sub_${userId}`, userId)));

async function connections(): Promise<number> {
  const { rows } = await app.deps.billing.database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [STREAMS],
  );
  return rows[0]?.count ?? 0;
}

it("notifies only the user's open pages of a change, also from another process", async () => {
  const [person, other] = [await app.signUp(), await app.signUp()];
  const mine = await listening(behind, person.cookie);
  const theirs = await listening(behind, other.cookie);
  const [before, theirsBefore] = [mine.told(), theirs.told()];
  expect((await change(person.id)).status).toBe(200);
  await until('the change is told', () => mine.told() === before + 1);
  expect(theirs.told()).toBe(theirsBefore);
  await change(other.id);
  await until("the other's change is told", () => theirs.told() > theirsBefore);
  expect([mine.told(), theirs.told()]).toEqual([before + 1, theirsBefore + 1]);
});

it('answers 401 without a session', async () => {
  const response = await app.call('/api/trpc/subscription.changes');
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('UNAUTHORIZED');
});

it('fails when the service closes, so that pages reconnect', async () => {
  const third = await startTestApp({}, app);
  const person = await third.signUp();
  const mine = await listen(third, person.cookie);
  await until('the stream has begun', () => mine.told() >= 1);
  await third.deps.pageStreams.close();
  await mine.ended;
  expect(mine.text()).toContain('SERVICE_UNAVAILABLE');
  expect(mine.text()).not.toContain('event: return');
  expect(third.logged.join()).not.toContain('"level":50');
  await third.close();
});

it('sends pings more often than proxies time out', () => {
  const { ping, client } = appRouter._def._config.sse ?? {};
  expect(ping).toEqual({ enabled: true, intervalMs: 15_000 });
  expect(client?.reconnectAfterInactivityMs).toBeGreaterThan(2 * 15_000);
});

describe('while the database is unavailable', () => {
  it.each([
    ['cut', 900],
    ['refused', 600],
    ['silent', 300],
  ] as const)(
    '%s for %i ms: one connection before and after, few attempts, and the next change is sent',
    async (mode, ms) => {
      const person = await app.signUp();
      const stream = await listening(behind, person.cookie);
      const [tries, told] = [proxy.attempts(STREAMS), stream.told()];
      const since = Date.now();
      await proxy.set(mode);
      await sleep(ms);
      await proxy.set('open');
      await until('what was missed is told', () => stream.told() > told);
      const lasted = Date.now() - since;
      const again = stream.told();
      await change(person.id);
      await until('the next change is told', () => stream.told() > again);
      // Doubling would show by now: the bug started two timers of a second for every failure.
      await sleep(1_500);
      expect(proxy.open(STREAMS)).toBe(1);
      expect(await connections()).toBe(1);
      expect(proxy.attempts(STREAMS) - tries).toBeLessThanOrEqual(3 + lasted / 400);
    },
  );

  it('logs the loss once, and the recovery once', async () => {
    const { cookie } = await app.signUp();
    const stream = await listening(behind, cookie);
    const [told, from] = [stream.told(), behind.logged.length];
    await proxy.set('cut');
    await sleep(1_200);
    await proxy.set('open');
    await until('it is back', () => stream.told() > told);
    const lines = behind.logged.slice(from).filter((line) => line.includes('page streams'));
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40, 30]);
  });
});

describe('a stream ends with its session', () => {
  const signIn = async (email: string) => {
    const response = await app.call('/api/auth/sign-in/email', post({ email, password: 'correct horse battery' }));
    return cookieOf(response);
  };

  const ways: [string, (cookie: string, other: string) => Promise<unknown>][] = [
    ['signing out', (cookie) => app.call('/api/auth/sign-out', post({}, cookie))],
    ['revoking the other sessions', (_, other) => app.call('/api/auth/revoke-other-sessions', post({}, other))],
    [
      'deleting the account',
      (_, other) => app.call('/api/auth/delete-user', post({ password: 'correct horse battery' }, other)),
    ],
  ];

  it.each(ways)('%s, in another process too, and no change is sent afterwards', async (_name, end) => {
    const { id, email, cookie } = await app.signUp();
    const other = await signIn(email);
    const [here, there] = [await listening(app, cookie), await listening(behind, cookie)];
    const witness = await app.signUp();
    const witnesses = [await listening(app, witness.cookie), await listening(behind, witness.cookie)];
    const before = witnesses.map(({ told }) => told());
    await end(cookie, other);
    await Promise.all([here.ended, there.ended]);
    expect([here.text(), there.text()]).toEqual([
      expect.stringContaining('UNAUTHORIZED'),
      expect.stringContaining('UNAUTHORIZED'),
    ]);
    const told = [here.told(), there.told()];
    await change(id);
    await change(witness.id);
    await until('a later change is told', () => witnesses.every((stream, at) => stream.told() > (before[at] ?? 0)));
    expect([here.told(), there.told()]).toEqual(told);
  });

  it('another session of the same user continues', async () => {
    const { id, email, cookie } = await app.signUp();
    const other = await listening(behind, await signIn(email));
    const ending = await listening(behind, cookie);
    await app.call('/api/auth/sign-out', post({}, cookie));
    await ending.ended;
    const told = other.told();
    await change(id);
    await until('the change is told', () => other.told() > told);
  });

  it.each([
    ['was deleted in the database', 'deleteMany'],
    ['ran out', 'updateMany'],
  ] as const)('a session that %s without a notification gets no change', async (_name, how) => {
    const { id, cookie } = await app.signUp();
    const stream = await listening(behind, cookie);
    const { session } = app.deps.billing.database.prisma;
    const where = { userId: id };
    if (how === 'deleteMany') await session.deleteMany({ where });
    else await session.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1) } });
    const told = stream.told();
    await change(id);
    await stream.ended;
    expect(stream.told()).toBe(told);
    expect(stream.text()).toContain('UNAUTHORIZED');
  });
});

describe('streams of one user', () => {
  const MOST = 20;

  it('are bounded: one more is 429 with Retry-After, and other users are unaffected', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const open = await Promise.all(Array.from({ length: MOST }, () => listen(app, person.cookie)));
    expect(open.map(({ status }) => status)).toEqual(Array(MOST).fill(200));
    const refused = await app.call('/api/trpc/subscription.changes', { headers: { cookie: person.cookie } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.text()).toContain('TOO_MANY_REQUESTS');
    expect((await listen(app, other.cookie)).status).toBe(200);
    expect(
      await answerOf(await app.call('/api/payments/subscription', { headers: { cookie: person.cookie } })),
    ).toEqual({
      status: 200,
      body: { subscription: null },
    });
  });

  it('that were closed free their place at once', async () => {
    const { cookie } = await app.signUp();
    for (let round = 0; round < 3; round += 1) {
      const open = await Promise.all(Array.from({ length: MOST }, () => listen(app, cookie)));
      expect(open.every(({ status }) => status === 200)).toBe(true);
      for (const stream of streams.splice(0)) stream.abort();
      await Promise.all(open.map(({ ended }) => ended));
      await until('the streams are gone', () => app.deps.pageStreams.count() === 0);
    }
  });
});
