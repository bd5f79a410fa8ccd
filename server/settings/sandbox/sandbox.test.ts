import { expect, test } from 'vitest';
import { defaultPlansFile } from '../../plans/readPlans.ts';
import { readPrices } from '../../sandbox/prices.ts';
import { readSettings } from '../settings.ts';
import { sandboxOptions, withSandbox } from './sandbox.ts';

test('a sandbox started on its own sells what the service sells', () => {
  const settings = { ...readSettings({}), baseUrl: 'http://localhost:3000' };
  const secrets = { authSecret: '', sandboxSecretKey: 'sk', sandboxWebhookSecret: 'whsec' };
  const filled = withSandbox(settings, secrets);
  expect(sandboxOptions(settings, filled).prices).toEqual(readPrices(defaultPlansFile));
});

test('where trials belong to products, the sandbox has a twin product without a trial for repeat buyers', () => {
  const settings = { ...readSettings({ PAYMENT_PROVIDER: 'beta' }), baseUrl: 'http://localhost:3000' };
  const secrets = { authSecret: '', sandboxSecretKey: 'sk', sandboxWebhookSecret: 'whsec' };
  const { prices } = sandboxOptions(settings, withSandbox(settings, secrets));
  const month = prices.filter(({ plan, interval }) => plan === 'pro' && interval === 'month');
  expect(month).toMatchObject([
    { id: 'price_pro_month', amount: 990, trialDays: 14 },
    { id: 'price_pro_month_without_trial', amount: 990 },
  ]);
  expect(month[1]?.trialDays).toBeUndefined();
});
