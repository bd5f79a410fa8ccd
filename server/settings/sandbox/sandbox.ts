import type { Price } from '../../adapters/adapter.ts';
import { WEBHOOK_PATH } from '../../adapters/addresses.ts';
import type { AdapterDefinition } from '../../adapters/definition.ts';
import { adapterDefinitions, type ProviderName } from '../../adapters/index.ts';
import { paidPlan } from '../../plans/catalogue.ts';
import type { SandboxOptions, SandboxPrice } from '../../sandbox/options.ts';
import type { LocalSecrets } from '../localSecrets.ts';
import type { ProviderSettings, Settings } from '../types.ts';
import { makePrices, sandboxFolder } from './madePrices.ts';

/** The active provider's settings, with everything that the sandbox can replace. `apiUrl` is known once it starts. */
export function withSandbox(
  { plans, provider, providers }: Pick<Settings, 'plans' | 'provider' | 'providers'>,
  secrets: LocalSecrets,
  made = makePrices(plans),
): ProviderSettings {
  const given = providers[provider];
  const isNamed = ({ plan, interval }: Price) =>
    given.prices.some((price) => price.plan === plan && price.interval === interval);
  const unnamed = made.filter((price) => !isNamed(price));
  return {
    ...given,
    secretKey: given.secretKey ?? secrets.sandboxSecretKey,
    webhookSecrets: given.webhookSecrets ?? [secrets.sandboxWebhookSecret],
    signatureHeader: given.signatureHeader ?? adapterDefinitions[provider].defaultSignatureHeader,
    prices: [...given.prices, ...unnamed.flatMap((price) => withTwin(provider, price))],
  };
}

const WITHOUT_TRIAL = '_without_trial';

/** Where trials belong to products, users who already had a trial buy another price. */
function withTwin(provider: ProviderName, { id, plan, interval }: Price): Price[] {
  const { trialsAreSold }: AdapterDefinition = adapterDefinitions[provider];
  const hasTwin = trialsAreSold && interval !== 'one_time';
  const ids = hasTwin ? [id, id + WITHOUT_TRIAL] : [id];
  return ids.map((each) => ({ id: each, plan, interval }));
}

/** What the sandbox is told about us: only addresses, secrets and the price list. */
export function sandboxOptions(settings: Settings & { baseUrl: string }, provider: ProviderSettings): SandboxOptions {
  return {
    dialect: settings.provider,
    host: settings.host,
    port: settings.sandboxPort,
    dataDir: sandboxFolder(settings),
    secretKey: provider.secretKey ?? '',
    webhookSecret: provider.webhookSecrets?.[0] ?? '',
    webhookUrl: `http://127.0.0.1:${settings.port}${WEBHOOK_PATH}`,
    signatureHeader: provider.signatureHeader ?? '',
    prices: provider.prices.flatMap((price) => catalogueEntry(settings, price) ?? []),
  };
}

/** What the sandbox sells under a new price id; it keeps those that it has. undefined: the plans file has no amount. */
function catalogueEntry({ plans }: Settings, { id, plan: name, interval }: Price): SandboxPrice | undefined {
  const plan = paidPlan(plans, name);
  const price = plan?.prices[interval];
  if (!plan || !price) return undefined;
  const hasTrial = interval !== 'one_time' && !id.endsWith(WITHOUT_TRIAL);
  const trial = hasTrial ? { trialDays: plan.trial_days } : {};
  const { minorUnits: amount, currency } = price;
  const perSeat = plan.seats.max !== 1;
  return { id, plan: name, interval, label: plan.texts.en.name, amount, currency, perSeat, ...trial };
}
