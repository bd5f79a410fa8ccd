import { expect, test } from 'vitest';
import { defaultPlansFile } from '../billing/plans/readPlans.ts';
import { readPrices } from '../sandbox/prices.ts';
import { sandboxOptions, withSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';

test('a sandbox that is started alone sells what the service has it sell', () => {
  const settings = { ...readSettings({}), baseUrl: 'http://localhost:3000' };
  const secrets = { authSecret: '', sandboxSecretKey: 'sk', sandboxWebhookSecret: 'whsec' };
  const filled = withSandbox(settings, secrets);
  expect(sandboxOptions(settings, filled).prices).toEqual(readPrices(defaultPlansFile));
});
