import { expect, test } from 'vitest';
import { freePort } from './database/embedded/freePort.ts';
import { answerOf, post } from './testing/calls/requests.ts';
import { createTestDatabase } from './testing/database/database.ts';
import type { Provider } from './testing/events/wire.ts';
import { prices, startCompanySandbox } from './testing/faults/parts/sandbox.ts';
import { type Environment, type ServiceProcess, settingsFor, startService } from './testing/faults/parts/service.ts';
import { providersInTurn } from './testing/run/storey.ts';
import { until } from './testing/run/until.ts';

const LATE_MS = 60_000;
const TRIAL = 14;

/** As the providers sell it: with a trial; where trials belong to products, also a twin product without one. */
function soldBy(provider: string) {
  const tried = prices.map((price) => ({ ...price, trialDays: TRIAL }));
  const twin = prices.filter(({ id }) => id === 'price_pro_month').map((price) => ({ ...price, id: 'pro_without' }));
  return provider === 'beta' ? [...tried, ...twin] : tried;
}

interface Truth {
  subscriptions: { id: string; status: string; trialStart: string | null }[];
}

const formers = providersInTurn();
test.each(formers)('from %s to another provider, each time by a restart', { timeout: 240_000 }, async (name) => {
  const former: Provider = name;
  const next: Provider = former === 'alpha' ? 'beta' : 'alpha';
  const port = `${await freePort()}`;
  const webhooks = `http://127.0.0.1:${port}/api/webhooks/payments`;
  const database = await createTestDatabase();
  const [old, young] = [
    await startCompanySandbox(former, webhooks, soldBy(former)),
    await startCompanySandbox(next, webhooks, soldBy(next)),
  ];
  const base: Environment = {
    ...settingsFor(database.url),
    PORT: port,
    BETA_PRICE_PRO_MONTH: 'price_pro_month,pro_without',
    [`${former.toUpperCase()}_API_URL`]: old.url,
    [`${next.toUpperCase()}_API_URL`]: young.url,
  };
  let service: ServiceProcess | undefined;
  const restart = async (environment: Environment) => {
    await service?.stop();
    service = await startService({ ...base, ...environment });
  };
  const url = `http://127.0.0.1:${port}`;
  const ask = async (path: string, cookie: string, body: object = {}) =>
    answerOf(await fetch(`${url}/api/${path}`, post(body, cookie, { origin: url })));
  const signUp = async (email: string) => {
    const person = { name: 'Ada', email, password: 'a long enough passphrase' };
    const response = await fetch(`${url}/api/auth/sign-up/email`, post(person, undefined, { origin: url }));
    return response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  };
  const current = async (cookie: string) => {
    const response = await fetch(`${url}/api/payments/subscription`, { headers: { cookie } });
    return ((await response.json()) as { subscription: Record<string, unknown> | null }).subscription;
  };
  const buy = async (company: typeof old, cookie: string) => {
    const { status, body } = await ask('payments/checkout', cookie, { plan: 'pro' });
    expect(status).toBe(200);
    await company.control('POST', `checkouts/${(body as { sessionId: string }).sessionId}/pay`, {});
  };
  const truthOf = async (company: typeof old) => (await company.control<Truth>('GET', 'truth')).subscriptions;

  try {
    await restart({ PAYMENT_PROVIDER: former, DRAINING_PROVIDERS: '' });
    const [ada, bob] = [await signUp('ada@example.com'), await signUp('bob@example.com')];
    for (const cookie of [ada, bob]) {
      await buy(old, cookie);
      await until('it is bought', async () => (await current(cookie))?.provider === former, LATE_MS);
    }

    await restart({ PAYMENT_PROVIDER: next, DRAINING_PROVIDERS: former });
    expect(service?.output()).not.toContain('which is not set up');
    expect((await ask('payments/portal', ada)).status).toBe(400);
    expect((await ask('trpc/portal.manage', ada)).body).toMatchObject({
      result: { data: { url: expect.stringContaining(old.url) } },
    });
    expect((await ask('payments/change', ada, { kind: 'cancel_at_period_end' })).status).toBe(200);
    await old.control('POST', 'clock', { months: 1, days: 1 });
    await until(
      'its end is told',
      async () => ['canceled', 'deleted'].includes(`${(await current(ada))?.status}`),
      LATE_MS,
    );
    await buy(young, ada);
    await until('it is bought at the new one', async () => (await current(ada))?.provider === next, LATE_MS);
    expect(await truthOf(young)).toMatchObject([{ status: 'active', trialStart: null }]);
    const running = (await truthOf(old)).filter(({ status }) => status !== 'canceled');
    expect(running).toHaveLength(1);

    await restart({ PAYMENT_PROVIDER: next, DRAINING_PROVIDERS: '' });
    expect(service?.output()).toContain(`1 live subscriptions are at ${former}, which is not set up`);
    expect((await ask('trpc/portal.manage', bob)).status).toBe(400);
    expect((await ask('payments/checkout', bob, { plan: 'starter' })).body).toMatchObject({
      url: expect.stringContaining('/change-plan'),
    });
    expect(await truthOf(young)).toHaveLength(1);
  } finally {
    await service?.remove();
    await Promise.all([old.close(), young.close()]);
    await database.drop();
  }
});
