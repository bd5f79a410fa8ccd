import { describeFaults } from '../../testing/company/providerFaults.ts';
import { beta } from './adapter.ts';

const SECRET_KEY = 'creem_hidden';
const prices = [{ id: 'prod_1', plan: 'pro', interval: 'month' } as const];
const checkout = {
  plan: 'pro',
  interval: 'month',
  userId: 'u',
  userEmail: 'a@b.co',
  successUrl: 'http://localhost/',
  cancelUrl: 'http://localhost/',
  idempotencyKey: 'k',
} as const;

describeFaults({
  secretKey: SECRET_KEY,
  adapterAt: (apiUrl, timeoutMs) =>
    beta.create({ secretKey: SECRET_KEY, webhookSecrets: [], apiUrl, prices, timeoutMs }),
  operationsOf: (adapter) => [
    adapter.createCheckout(checkout),
    adapter.createPortal({ providerCustomerId: 'cus_1', returnUrl: 'http://localhost/' }),
    adapter.fetchCheckout('co_1'),
    adapter.fetchSubscription('sub_1'),
    adapter.listSubscriptions('cus_1'),
    adapter.fetchCustomer('cus_1'),
    adapter.fetchAccount(),
    adapter.changeSubscription('sub_1', { kind: 'resume' }),
    adapter.changeSubscription('sub_1', { kind: 'cancel_now' }),
  ],
  refused: [403, { error: 'Forbidden' }],
});
