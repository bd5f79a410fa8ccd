import { describe, expect, test } from 'vitest';
import type { ProviderName } from '../adapters/index.ts';
import { openCommand } from '../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Relay, startRelay } from '../testing/company/relay.ts';

type Fields = Record<string, unknown>;

describe('problems that only one provider can have', () => {
  type Run = (environment?: Record<string, string>) => Promise<string>;

  async function withRelay(
    provider: ProviderName,
    work: (relay: Relay, run: Run, app: SandboxedApp) => Promise<void>,
  ): Promise<void> {
    const app = await startSandboxedApp(provider);
    const relay = await startRelay(app.sandboxUrl);
    const run: Run = async (environment) => {
      const billing = openCommand(app, { [`${provider.toUpperCase()}_API_URL`]: relay.url, ...environment });
      const { code, out, err } = await billing.run('doctor');
      billing.close();
      return `${code} ${out}${err}`;
    };
    try {
      await work(relay, run, app);
    } finally {
      await relay.close();
      await app.close();
    }
  }

  test('Stripe: thin payloads, another API version, a portal without cancellation', async () => {
    await withRelay('alpha', async (relay, run, app) => {
      const { control } = app;
      await control('POST', 'switches', { payload: 'thin' });
      expect(await run()).toMatch(
        /^0 .*look {3}webhooks .*payload style thin: each event's object is fetched from Stripe/s,
      );
      const names = app.deps.billing.adapter.diagnosis?.webhookEvents.map((name) => `v1.${name}`);
      relay.change('/v2/core/event_destinations', ({ status, json }) => ({
        status,
        json: { ...json, data: (json.data as Fields[]).map((each) => ({ ...each, enabled_events: names })) },
      }));
      expect(await run()).toMatch(/^0 .*has the payload style thin/s);
      relay.reset();
      await control('POST', 'switches', { payload: 'snapshot' });

      relay.change('/v1/webhook_endpoints', ({ status, json }) => ({
        status,
        json: { ...json, data: (json.data as Fields[]).map((each) => ({ ...each, api_version: '2020-03-02' })) },
      }));
      expect(await run()).toMatch(
        /^0 .*look {3}webhooks .* uses API version 2020-03-02; this release was written for/s,
      );
      relay.reset();

      relay.change('/v1/billing_portal/configurations', ({ status, json }) => {
        const [first] = json.data as { features: Fields }[];
        const features = { ...first?.features, subscription_cancel: { enabled: false } };
        return { status, json: { ...json, data: [{ ...first, features }] } };
      });
      expect(await run()).toMatch(/^1 .*Stripe's portal does not let users cancel a subscription\./s);
      relay.change('/v1/billing_portal/configurations', ({ status, json }) => ({
        status,
        json: { ...json, data: [] },
      }));
      expect(await run()).toMatch(/^1 .*does not let users cancel a subscription, replace a card, switch plans\./s);
    });
  });

  test('Creem: no API for the portal, nor for webhooks in an older version; production refuses its test key', async () => {
    await withRelay('beta', async (relay, run) => {
      expect(await run()).toMatch(/^0 .*look {3}portal {4}Creem has no API for its portal settings/s);
      relay.change('/v1/webhooks', () => ({ status: 404, json: {} }));
      expect(await run()).toMatch(/^0 .*look {3}webhooks {2}Creem has no API for its webhook endpoints/s);
      const inProduction = { NODE_ENV: 'production', BASE_URL: 'https://billing.example.com' };
      expect(await run(inProduction)).toMatch(
        /^1 .*wrong {2}key {7}BETA_SECRET_KEY is a test key, and NODE_ENV is prod/s,
      );
    });
  });

  test('Polar: bodies in a chat format, a portal without plans', async () => {
    await withRelay('gamma', async (relay, run) => {
      relay.change('/v1/webhooks/endpoints', ({ status, json }) => ({
        status,
        json: { ...json, items: (json.items as Fields[]).map((each) => ({ ...each, format: 'slack' })) },
      }));
      expect(await run()).toMatch(/^1 .*has the payload style slack, which cannot be read\.\n.*style "raw"/s);
      relay.reset();

      relay.change('/v1/organizations/', ({ status, json }) => {
        const [first] = json.items as Fields[];
        const settings = { subscription: { update_plan: false } };
        return { status, json: { ...json, items: [{ ...first, customer_portal_settings: settings }] } };
      });
      expect(await run()).toMatch(/^1 .*Polar's portal does not let users switch plans\./s);
    });
  });
});
