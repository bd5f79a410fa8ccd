import { join } from 'node:path';
import { checkoutIntervals, type Price, purchasablePlans } from '../adapters/adapter.ts';
import { adapterDefinitions, type ProviderName } from '../adapters/index.ts';
import { CURRENCY, catalogue } from '../billing/plans/plans.ts';
import type { SandboxOptions } from '../sandbox/options.ts';
import type { LocalSecrets } from './localSecrets.ts';
import type { ProviderSettings, Settings } from './types.ts';

/** The active provider's settings with everything that the sandbox can stand in for. `apiUrl` comes with its start. */
export function withSandbox(name: ProviderName, given: ProviderSettings, secrets: LocalSecrets): ProviderSettings {
  const prices = purchasablePlans.flatMap((plan) =>
    checkoutIntervals.map(
      (interval): Price =>
        given.prices.find((price) => price.plan === plan && price.interval === interval) ?? {
          id: `price_${plan}_${interval}`,
          plan,
          interval,
        },
    ),
  );
  return {
    ...given,
    secretKey: given.secretKey ?? secrets.sandboxSecretKey,
    webhookSecrets: given.webhookSecrets ?? [secrets.sandboxWebhookSecret],
    signatureHeader: given.signatureHeader ?? adapterDefinitions[name].defaultSignatureHeader,
    prices,
  };
}

/** What the sandbox needs to know of us: nothing but addresses, secrets and the price list. */
export function sandboxOptions(settings: Settings & { baseUrl: string }, provider: ProviderSettings): SandboxOptions {
  return {
    dialect: settings.provider,
    host: settings.host,
    port: settings.sandboxPort,
    dataDir: join(settings.dataDir, `sandbox-${settings.provider}`),
    secretKey: provider.secretKey ?? '',
    webhookSecret: provider.webhookSecrets?.[0] ?? '',
    webhookUrl: `http://127.0.0.1:${settings.port}/api/webhooks/payments`,
    signatureHeader: provider.signatureHeader ?? '',
    prices: provider.prices.map(({ id, plan, interval }) => ({
      ...{ id, plan, interval, currency: CURRENCY },
      label: plan.charAt(0).toUpperCase() + plan.slice(1),
      amount: catalogue[plan].prices[interval],
      ...(interval === 'one_time' ? {} : { trialDays: catalogue[plan].trialDays }),
    })),
  };
}
