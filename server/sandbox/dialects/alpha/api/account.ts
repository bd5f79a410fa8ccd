import type { Route } from './call.ts';

const account = {
  id: 'acct_sandbox',
  object: 'account',
  country: 'US',
  default_currency: 'usd',
  charges_enabled: true,
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' } },
};

/** Whose the secret key is. */
export const accountRoutes: Route[] = [['get', '/v1/account', () => account]];
