import { expect, test } from 'vitest';
import { prices } from '../sandbox/prices.ts';
import { sandboxOptions, withSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';

test('a sandbox that is started alone sells what the service has it sell', () => {
  const settings = { ...readSettings({}), baseUrl: 'http://localhost:3000' };
  const secrets = { authSecret: '', sandboxSecretKey: 'sk', sandboxWebhookSecret: 'whsec' };
  const filled = withSandbox(settings.provider, settings.providers[settings.provider], secrets);
  expect(sandboxOptions(settings, filled).prices).toEqual(prices);
});
