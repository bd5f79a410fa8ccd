import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { traceFields, withinTrace } from '../adapters/trace.ts';
import { createKeySet } from '../auth/callers/keySet.ts';
import { createAnnouncer } from '../billing/subscriptions/announcer.ts';
import { openDatabase } from '../database/client.ts';
import { createListener } from '../database/listener.ts';
import { startTestApp } from '../testing/app/app.ts';
import { providerSettings } from '../testing/app/providerSettings.ts';
import { createTestDatabase, runSql } from '../testing/database/database.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to create checkout session/, /request completed/, /A tie waits for the provider/);

const HEADER = `00-${'4b'.repeat(16)}-${'a7'.repeat(8)}-01`;

/** A company that fails, and tells the traces of the calls to it. */
async function startCompany() {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.traceparent as string | undefined);
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { secretKey: 'sk_for_tests', webhookSecret: 'whsec_for_tests_0123456789', apiUrl };
  return { asked, settings: providerSettings(keys) };
}

test.each(providerNames)("a call's trace goes on to %s, and stands in the line of its failure", async (provider) => {
  const { asked, settings } = await startCompany();
  const app = await startTestApp({ ...settings, PAYMENT_PROVIDER: provider });
  onTestFinished(() => app.close());
  const { cookie } = await app.signUp();
  const buy = (headers: Record<string, string>) =>
    app.call('/api/payments/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify({ plan: 'pro' }),
    });
  expect((await buy({ traceparent: HEADER })).status).toBe(500);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.splice(0))).toEqual(new Set([HEADER]));
  const traced = app.logged.filter((line) => line.includes('4b'.repeat(16)));
  expect(traced.some((line) => line.includes('"level":50'))).toBe(true);
  expect((await buy({})).status).toBe(500);
  expect(new Set(asked)).toEqual(new Set([undefined]));
});

/** What several calls share would stand in the trace of whichever came first. */
describe('in the trace of no call', () => {
  /** The trace of each line. */
  const seen: object[] = [];
  const see = () => void seen.push(traceFields());
  const log = { info: see, warn: see, error: see };
  const first = <T>(work: () => T) => {
    seen.length = 0;
    return withinTrace(HEADER, work);
  };

  test('a tie is refetched, and what the company says to it is logged', async () => {
    const { asked, settings } = await startCompany();
    const app = await startTestApp(settings);
    onTestFinished(() => app.close());
    const { billing, worker } = app.deps;
    await billing.database.pool.query(`INSERT INTO refetch ("subscriptionId", provider, "providerSubscriptionId", reason)
      VALUES ('s', 'alpha', 'sub_1', 'tie')`);
    first(worker.wake);
    await vi.waitFor(() => expect(app.logged.join()).toContain('A tie waits for the provider'), 60_000);
    expect(new Set(asked)).toEqual(new Set([undefined]));
    expect(app.logged.join()).not.toContain('4b'.repeat(16));
  });

  test('pages are told of changes, the keys of a login are read', async () => {
    const database = openDatabase({ url: 'postgresql://127.0.0.1:1/nowhere', max: 2, onError: () => {} });
    onTestFinished(() => database.close());
    const announcer = createAnnouncer(database.pool, log);
    first(() => announcer.announce('ada'));
    await announcer.close();
    expect(seen).toEqual([{}]);
    const keys = createKeySet({ url: 'http://127.0.0.1:1/', onFailure: see });
    await expect(first(() => keys({ alg: 'ES256' }, {} as never))).rejects.toThrow('not available');
    expect(seen).toEqual([{}]);
  });

  test('a process listens, and loses a connection', async () => {
    const home = await createTestDatabase();
    onTestFinished(() => home.drop());
    const nothing = () => {};
    const on = { onNotification: nothing, onListening: see, onLost: nothing };
    const listener = createListener({ ...on, url: home.url, name: 'trace', channel: 'trace' });
    first(listener.start);
    await vi.waitFor(() => expect(seen).toEqual([{}]), 60_000);
    await listener.close();
    const database = openDatabase({ url: home.url, max: 2, onError: see });
    onTestFinished(() => database.close());
    await first(() => database.pool.query('SELECT 1'));
    await runSql(
      home.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), 60_000);
    expect(new Set(seen.map((trace) => JSON.stringify(trace)))).toEqual(new Set(['{}']));
  });
});
