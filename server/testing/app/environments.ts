import { readSettings, SettingsError } from '../../settings/settings.ts';

/** An environment with all that a production start requires, for provider alpha. */
export const production = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  ALPHA_SECRET_KEY: 'sk_test_1',
  ALPHA_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  ALPHA_PRICE_PRO_MONTH: 'price_1',
  AUTH_SECRET: 'a-secret-of-32-bytes-and-some-more',
  BASE_URL: 'https://pay.example.com',
  DATABASE_URL: 'postgres://u:p@db/x',
};

/** The problems that a start with this environment reports. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}
