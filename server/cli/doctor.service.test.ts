import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ProviderName, providerNames } from '../adapters/index.ts';
import { openCommand } from '../testing/app/command.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Relay, startRelay } from '../testing/company/relay.ts';
import { mayComplain } from '../testing/run/complaints.ts';

type Fields = Record<string, unknown>;

interface Setting {
  url?: string;
  events?: readonly string[];
  disabled?: boolean;
}

interface Setup {
  name: string;
  endpoints: string;
  list: string;
  headers: Record<string, string>;
  /** The method and the body with which the provider's own API changes an endpoint. */
  set(setting: Setting): [method: string, body: string];
}

const json = (value: object) => JSON.stringify(value);

/** Where each provider keeps its webhook endpoints, and how to change them. */
const companies: Record<ProviderName, Setup> = {
  alpha: {
    name: 'Stripe',
    endpoints: '/v1/webhook_endpoints',
    list: 'data',
    headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    set({ url, events = [], disabled }) {
      const form = new URLSearchParams(events.map((name, index) => [`enabled_events[${index}]`, name]));
      if (url) form.set('url', url);
      if (disabled !== undefined) form.set('disabled', String(disabled));
      return ['POST', form.toString()];
    },
  },
  beta: {
    name: 'Creem',
    endpoints: '/v1/webhooks',
    list: 'items',
    headers: { 'x-api-key': SANDBOX_KEY, 'content-type': 'application/json' },
    set: ({ disabled, ...rest }) => [
      'PATCH',
      json({ ...rest, ...(disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' }) }),
    ],
  },
  gamma: {
    name: 'Polar',
    endpoints: '/v1/webhooks/endpoints',
    list: 'items',
    headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' },
    set: ({ disabled, ...rest }) => [
      'PATCH',
      json({ ...rest, ...(disabled === undefined ? {} : { enabled: !disabled }) }),
    ],
  },
};

describe.each(providerNames)('billing doctor for %s', (provider) => {
  const { name, endpoints, list, headers, set } = companies[provider];
  const prefix = provider.toUpperCase();
  let app: SandboxedApp;
  let relay: Relay;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    relay = await startRelay(app.sandboxUrl);
  });
  afterEach(() => relay.reset());
  afterAll(async () => {
    await relay.close();
    await app.close();
  });

  const doctor = async (environment: Record<string, string> = {}, ...args: string[]) => {
    const billing = openCommand(app, { [`${prefix}_API_URL`]: relay.url, ...environment });
    const { code, out } = await billing.run('doctor', ...args);
    billing.close();
    expect(out).not.toContain(SANDBOX_KEY);
    return { code, out };
  };
  const call = async (method: string, path: string, body?: string) => {
    const response = await fetch(app.sandboxUrl + path, { method, headers, body });
    expect([response.status, path]).toEqual([expect.toSatisfy((status: number) => status < 300), path]);
    return (await response.json()) as Fields;
  };
  /** Changes the only endpoint through the provider's own API. */
  const setEndpoint = async (setting: Setting) => {
    const found = await call('GET', endpoints);
    const [{ id } = { id: '' }] = found[list] as { id: string }[];
    await call(set(setting)[0], `${endpoints}/${id}`, set(setting)[1]);
  };
  const webhookUrl = () => `${app.url}/api/webhooks/payments`;

  test('reports no problem', async () => {
    const { code, out } = await doctor();
    expect([code, out]).toEqual([0, expect.stringContaining(`${name} (${provider})`)]);
    expect(out).toContain(`ok     webhooks  ${name} sends all required events to ${webhookUrl()}.`);
    expect(out).toContain(`ok     prices    ${name} charges the displayed amount for 9 of 9 prices.`);
    expect(out).toContain(`ok     clock     This machine's clock agrees with ${name}'s.`);
    expect(out).toContain(`look   refunds   DUPLICATES=cancel ends and refunds second subscriptions at ${name}`);
    expect(out).toMatch(
      /mails {5}This service mails people 3 days before a trial ends and 30 days before a yearly renewal/,
    );
    expect(out.includes('is the merchant of record and mails the receipts itself')).toBe(provider !== 'alpha');
    expect(out.includes(`${name} mails them too`)).toBe(provider === 'gamma');
    expect(out).toMatch(/Nothing is wrong\.\n$/);
    expect(out).not.toMatch(/^ {2}wrong/m);
    expect((await doctor({ DUPLICATES: 'report' })).out).not.toContain('DUPLICATES');
  });

  test('prints JSON', async () => {
    await setEndpoint({ disabled: true });
    const { code, out } = await doctor({}, '--json');
    await setEndpoint({ disabled: false });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { provider, findings: expect.arrayContaining([expect.objectContaining({ part: 'webhooks', level: 'wrong' })]) },
    ]);
  });

  test('reports an endpoint with another address', async () => {
    await setEndpoint({ url: 'https://old.example.com/api/webhooks/payments' });
    const { code, out } = await doctor();
    await setEndpoint({ url: webhookUrl() });
    expect(code).toBe(1);
    expect(out).toContain(`${name} sends nothing to ${webhookUrl()}.`);
    expect(out).toContain('It has these webhook endpoints: https://old.example.com/api/webhooks/payments.');
    expect(out).toMatch(/ -> To try it in test mode: .* BETA_WEBHOOK_SECRET|ALPHA_WEBHOOK_SECRET|GAMMA_WEBHOOK_SECRET/);
    expect(out).toMatch(/1 thing is wrong\.\n$/);
  });

  test('reports a disabled endpoint', async () => {
    await setEndpoint({ disabled: true });
    const { code, out } = await doctor();
    await setEndpoint({ disabled: false });
    expect([code, out]).toEqual([1, expect.stringContaining(`${webhookUrl()} is disabled: ${name} sends nothing.`)]);
    expect(out).toMatch(/1 thing is wrong\.\n$/);
  });

  test('reports exactly the missing events', async () => {
    const { webhookEvents = [] } = app.deps.billing.adapter.diagnosis ?? {};
    const [first, ...others] = webhookEvents;
    const last = others.pop();
    await setEndpoint({ events: others });
    const { code, out } = await doctor();
    await setEndpoint({ events: webhookEvents });
    expect(code).toBe(1);
    expect(out).toContain(`does not get 2 of the ${webhookEvents.length} required events: ${first}, ${last}.`);
  });

  test('reports two endpoints with the same address', async () => {
    relay.change(endpoints, ({ status, json }) => ({
      status,
      json: { ...json, [list]: [json[list], json[list]].flat() },
    }));
    const { code, out } = await doctor();
    expect([code, out]).toEqual([1, expect.stringContaining(`has 2 webhook endpoints at ${webhookUrl()}`)]);
  });

  test('reports that the key may not read the endpoints, so a person has to check', async () => {
    relay.change(endpoints, () => ({ status: 403, json: { error: { type: 'invalid_request_error' } } }));
    const { code, out } = await doctor();
    expect([code, out]).toEqual([0, expect.stringContaining(`${name} answered 403: this key may not read it.`)]);
  });

  describe('prices', () => {
    mayComplain(/Not sold: pro is shown as|Sold with one seat only: enterprise/);
    afterEach(async () => {
      await app.control('POST', 'prices/price_pro_month', { amount: 990 });
      await app.control('POST', 'prices/price_enterprise_month', { amount: 9_990, perSeat: true });
    });

    test('reports a per-seat price that may not be sold per seat', async () => {
      await app.control('POST', 'prices/price_enterprise_month', { amount: 9_990, perSeat: false });
      const { code, out } = await doctor();
      const said = `enterprise is sold per seat, but price_enterprise_month at ${name} is not a per-seat price`;
      expect([code, out.includes(said)]).toEqual(name === 'Polar' ? [1, true] : [0, false]);
    });

    test('reports a price that differs from the displayed one', async () => {
      await app.control('POST', 'prices/price_pro_month', { amount: 1_900 });
      const { code, out } = await doctor();
      expect(code).toBe(1);
      const charged = `pro is displayed as 9.90 usd month, but ${name} has price_pro_month as 19.00 usd month: it is not sold.`;
      expect(out).toContain(charged);
      expect(out).toContain(`${name} charges the displayed amount for 8 of 9 prices.`);
    });
  });

  test('reports only the refused key or the unreachable provider, and nothing else', async () => {
    const refused = await doctor({ [`${prefix}_SECRET_KEY`]: 'sk_of_somebody_else_0123456789' });
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringContaining(`${name} refuses ${prefix}_SECRET_KEY (40`),
    ]);
    expect(refused.out).not.toContain('webhooks  ');
    const away = await doctor({ [`${prefix}_API_URL`]: 'http://127.0.0.1:9' });
    expect([away.code, away.out]).toEqual([1, expect.stringContaining('The provider could not be reached')]);
  });

  test('reports a wrong clock on this machine', async () => {
    await app.control('POST', 'clock', { seconds: 400 });
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`This machine's clock is (39[5-9]|40[0-5]) seconds behind ${name}'s\\.`));
  });
});
