import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../adapters/index.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { currentAccess } from '../access/currentAccess.ts';

/** A second click is not a second purchase. */
describe.each(providerNames)('%s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  test.each(['pro', 'enterprise'])(
    'a one-time purchase whose webhook is lost is found by the next click on %s, which leads to the dashboard',
    async (plan) => {
      const ada = await app.signUp();
      const page = await app.checkout(ada, { plan: 'pro', interval: 'one_time' });
      await app.control('POST', 'switches', { drop: 1 });
      await app.payPage(page.sessionId);
      await app.control('POST', 'switches', { reset: true });
      const again = await app.checkout(ada, { plan, interval: 'one_time' });
      expect(again).toEqual({
        url: expect.stringMatching(/\/dashboard\?checkout=success$/),
        sessionId: page.sessionId,
      });
      const { plan: paid } = await currentAccess(app.deps.billing, ada);
      expect(paid).toBe('pro');
      const once = await app.checkout(ada, { plan, interval: 'one_time' });
      expect(once.sessionId).not.toBe(page.sessionId);
    },
  );
});
