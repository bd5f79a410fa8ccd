import { providerNames } from '../adapters/index.ts';
import type { Settings } from './types.ts';

interface Secret {
  /** The setting's. */
  name: string;
  value: string;
}

/** All secrets that are set, except the database's password. */
export function secretsOf({ authSecrets = [], metricsToken, providers, social }: Settings): Secret[] {
  const named = providerNames.flatMap((name) => {
    const { secretKey, webhookSecrets = [] } = providers[name];
    const prefix = name.toUpperCase();
    return [
      { name: `${prefix}_SECRET_KEY`, value: secretKey },
      ...webhookSecrets.map((value) => ({ name: `${prefix}_WEBHOOK_SECRET`, value })),
    ];
  });
  const own = [
    ...authSecrets.map((value) => ({ name: 'AUTH_SECRET', value })),
    { name: 'METRICS_TOKEN', value: metricsToken },
    { name: 'SOCIAL_GOOGLE', value: social.clients.google?.secret },
    { name: 'SOCIAL_GITHUB', value: social.clients.github?.secret },
  ];
  return [...own, ...named].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}
