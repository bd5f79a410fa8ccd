import { afterEach, expect, test } from 'vitest';
import { closeCompanies, company } from './alpha/fixtures/company.ts';
import { adapterDefinitions, type ProviderName } from './index.ts';

afterEach(closeCompanies);

const addresses = {
  alpha: 'GET /v1/prices/p_1',
  beta: 'GET /v1/products',
  gamma: 'GET /v1/products/p_1',
} satisfies Partial<Record<ProviderName, string>>;
const licensed = { unit_amount: 990, currency: 'usd', billing_scheme: 'per_unit', recurring: { interval: 'month' } };
const metered = { ...licensed.recurring, usage_type: 'metered' };
const bySeats = (...amounts: number[]) => ({
  amount_type: 'seat_based',
  seat_tiers: { tiers: amounts.map((price_per_seat) => ({ min_seats: 1, price_per_seat })) },
});
const priced = (...prices: object[]) => ({ prices });

test.each<[keyof typeof addresses, string, object, { perSeat: boolean | null; minorUnits?: number | null }]>([
  ['alpha', 'a price per unit', licensed, { perSeat: true, minorUnits: 990 }],
  ['alpha', 'tiers', { ...licensed, unit_amount: null, billing_scheme: 'tiered' }, { perSeat: true, minorUnits: null }],
  ['alpha', 'metered use', { ...licensed, recurring: metered }, { perSeat: false, minorUnits: null }],
  ['alpha', 'packages', { ...licensed, transform_quantity: { divide_by: 10, round: 'up' } }, { perSeat: false }],
  ['alpha', 'a price that does not say', { unit_amount: 990 }, { perSeat: null }],
  [
    'beta',
    'a product',
    { price: 990, currency: 'USD', billing_period: 'every-month' },
    { perSeat: null, minorUnits: 990 },
  ],
  ['gamma', 'a price by seats', priced(bySeats(990)), { perSeat: true, minorUnits: 990 }],
  ['gamma', 'tiers of seats', priced(bySeats(990, 890)), { perSeat: true, minorUnits: null }],
  ['gamma', 'a fixed price', priced({ amount_type: 'fixed', price_amount: 990 }), { perSeat: false, minorUnits: 990 }],
  ['gamma', 'nothing', priced({ amount_type: 'free' }), { perSeat: false, minorUnits: 0 }],
  [
    'gamma',
    'a fixed price, after one by seats',
    priced({ ...bySeats(1), is_archived: true }, { amount_type: 'fixed' }),
    { perSeat: false },
  ],
  ['gamma', 'a product without a price', priced(), { perSeat: null, minorUnits: null }],
])('%s: %s', async (...given) => {
  const [provider, , said, expected] = given;
  const { address } = await company({ [addresses[provider]]: { id: 'p_1', ...said } });
  const { create } = adapterDefinitions[provider];
  const adapter = create({ secretKey: 'sk_test_1', webhookSecrets: [], prices: [], apiUrl: address });
  expect(await adapter.fetchPrice('p_1')).toMatchObject(expected);
});
