import { providerNames } from '../../adapters/index.ts';

interface Access {
  secretKey: string;
  webhookSecret: string;
  /** Nothing listens on the default address: tests that call a provider pass their own. */
  apiUrl?: string;
}

/** The same settings for each provider, with a price for every plan and interval. */
export function providerSettings({ secretKey, webhookSecret, apiUrl = 'http://127.0.0.1:9' }: Access) {
  const settings: Record<string, string> = {};
  for (const provider of providerNames.map((name) => name.toUpperCase())) {
    Object.assign(settings, {
      [`${provider}_SECRET_KEY`]: secretKey,
      [`${provider}_WEBHOOK_SECRET`]: webhookSecret,
      [`${provider}_API_URL`]: apiUrl,
    });
    for (const plan of ['STARTER', 'PRO', 'ENTERPRISE'])
      for (const interval of ['MONTH', 'YEAR', 'ONE_TIME'])
        settings[`${provider}_PRICE_${plan}_${interval}`] = `price_${plan}_${interval}`.toLowerCase();
  }
  return settings;
}
