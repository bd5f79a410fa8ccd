import { isLoopback } from '../adapters/addresses.ts';
import { loginUnfitForProduction } from './schema/callers.ts';
import { socialUnfitForProduction } from './schema/social.ts';
import { secretsOf } from './secrets.ts';
import type { Settings } from './types.ts';

/** Required settings that are missing. */
export function missing(settings: Settings): string[] {
  const reachable = settings.sandbox ? settings.draining : [settings.provider, ...settings.draining];
  const unsent = settings.mail?.from === '' ? ['MAIL_FROM: is required with MAIL_URL'] : [];
  const perProvider = reachable.flatMap((name) => {
    const { secretKey, webhookSecrets } = settings.providers[name];
    const prefix = name.toUpperCase();
    return [
      ...(secretKey ? [] : [`${prefix}_SECRET_KEY: is required for provider ${name} without the sandbox`]),
      ...(webhookSecrets ? [] : [`${prefix}_WEBHOOK_SECRET: is required for provider ${name} without the sandbox`]),
    ];
  });
  const unfollowed = settings.sandboxClock === 'follow' && !settings.sandbox;
  const clock = unfollowed ? ['SANDBOX_CLOCK: there is no sandbox to follow'] : [];
  return [...perProvider, ...unsent, ...clock];
}

export function priceProblems(settings: Settings): string[] {
  return [...pricesNamedTwice(settings), ...pricesBothWays(settings)];
}

/** A price id determines the plan: one that is set twice would give the first plan to every buyer of the second. */
function pricesNamedTwice({ providers }: Settings): string[] {
  return Object.entries(providers).flatMap(([provider, { prices }]) => {
    const ids = new Set(prices.map(({ id }) => id));
    const twice = [...ids].map((id) => prices.filter((price) => price.id === id)).filter((same) => same.length > 1);
    return twice.map((same) => {
      const names = same.map(({ plan, interval }) => `${provider}_PRICE_${plan}_${interval}`.toUpperCase());
      return `${names.join(', ')}: are the same price, so a purchase would be ambiguous`;
    });
  });
}

/** A price is ours or another product's. */
function pricesBothWays({ providers }: Settings): string[] {
  return Object.entries(providers).flatMap(([provider, { prices, ignoredPrices = [] }]) =>
    prices
      .filter(({ id }) => ignoredPrices.includes(id))
      .map(({ id, plan, interval }) => {
        const [setting, list] = [`${provider}_PRICE_IGNORE`, `${provider}_PRICE_${plan}_${interval}`];
        return `${setting.toUpperCase()}: ${id} is also in ${list.toUpperCase()}, so it is a plan's price`;
      }),
  );
}

/** Sample values from documentation, and filler typed to reach the minimum length. */
function isSample(secret: string): boolean {
  return /\.\.\.|…|at-least|change.?me|example|placeholder|your[-_ ]/i.test(secret) || new Set(secret).size < 6;
}

function samples(settings: Settings): string[] {
  return secretsOf(settings).flatMap(({ name, value }) =>
    isSample(value) ? [`${name}: is an example value, not a secret`] : [],
  );
}

/** Calls to a provider carry its secret key. */
function openApiAddresses({ providers }: Settings): string[] {
  return Object.entries(providers).flatMap(([name, { apiUrl }]) => {
    const isOpen = apiUrl?.startsWith('http:') && !isLoopback(new URL(apiUrl));
    return isOpen
      ? [`${name.toUpperCase()}_API_URL: must be https in production, or the secret key goes in the clear`]
      : [];
  });
}

/** Settings that a trial can do without and production cannot. */
export function unfitForProduction(settings: Settings): string[] {
  const { authSecrets, baseUrl, databaseUrl, dataDir, provider: name, sandbox } = settings;
  const url = baseUrl ? new URL(baseUrl) : undefined;
  const loopback = url && isLoopback(url);
  return [
    ...samples(settings),
    ...loginUnfitForProduction(settings),
    ...socialUnfitForProduction(settings),
    ...(sandbox ? ['SANDBOX: must not be on in production: its test cards could buy everything'] : []),
    ...(authSecrets ? [] : ['AUTH_SECRET: is required in production']),
    ...(databaseUrl || dataDir
      ? []
      : ['DATABASE_URL (or DATA_DIR, for the embedded database): is required in production']),
    ...(url ? [] : ['BASE_URL: is required in production']),
    ...(url?.protocol === 'http:' && !loopback ? ['BASE_URL: must be https in production'] : []),
    ...openApiAddresses(settings),
    ...(sandbox || settings.providers[name].prices.length > 0
      ? []
      : [`${name.toUpperCase()}_PRICE_<PLAN>_<INTERVAL>: at least one price is required in production`]),
  ];
}
