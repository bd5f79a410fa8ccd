import { test as base } from './fixtures.ts';
import { COOKIE, type Issuer, startIssuer } from './logins.ts';
import { startService } from './service.ts';

/** Tests of a service whose people have their accounts at the adopter's own login, which shares a cookie with it. */
export const testWithIssuer = (settings: Record<string, string> = {}) =>
  base.extend<object, { issuer: Issuer }>({
    issuer: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
      async ({}, use) => {
        const issuer = await startIssuer();
        await use(issuer);
        await issuer.close();
      },
      { scope: 'worker' },
    ],
    service: [
      async ({ issuer, provider }, use) => {
        const service = await startService({
          PAYMENT_PROVIDER: provider,
          AUTH_JWKS_URL: `${issuer.url}/.well-known/jwks.json`,
          AUTH_ISSUER: issuer.url,
          AUTH_COOKIE: COOKIE,
          AUTH_SIGN_IN_URL: `${issuer.url}/sign-in?back={return}`,
          ...settings,
        });
        await use(service);
        await service.stop();
      },
      { scope: 'worker' },
    ],
  });
