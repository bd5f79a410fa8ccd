import { afterEach, expect, test } from 'vitest';
import { closeAnswering, json, type Respond } from '../testing/company/answering.ts';
import { company } from './alpha/fixtures/company.ts';
import { adapterDefinitions, type ProviderName } from './index.ts';

afterEach(closeAnswering);

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

test.each<[keyof typeof addresses, string, object, boolean | null]>([
  ['alpha', 'on top of the price', { ...licensed, tax_behavior: 'exclusive' }, false],
  ['alpha', 'in the price', { ...licensed, tax_behavior: 'inclusive' }, true],
  ['alpha', 'as the account has it', { ...licensed, tax_behavior: 'unspecified' }, null],
  ['beta', 'on top of the price', { price: 990, tax_mode: 'exclusive' }, false],
  ['beta', 'in the price', { price: 990, tax_mode: 'inclusive' }, true],
  ['beta', 'nobody says', { price: 990 }, null],
  ['gamma', 'on top of the price', priced({ tax_behavior: 'exclusive' }, { tax_behavior: 'inclusive' }), false],
  [
    'gamma',
    'in the price',
    priced({ is_archived: true, tax_behavior: 'exclusive' }, { tax_behavior: 'inclusive' }),
    true,
  ],
  ['gamma', 'by where the buyer is', priced({ tax_behavior: 'location' }), null],
  ['gamma', 'as the organization has it', priced({ tax_behavior: null }), null],
])('%s: tax is %s', async (...given) => {
  const [provider, , said, taxIncluded] = given;
  const { address } = await company({ [addresses[provider]]: { id: 'p_1', ...said } });
  const asked = async (checkout: { discountCodes: boolean; tax: boolean }) => {
    const options = { secretKey: 'sk_test_1', webhookSecrets: [], prices: [], apiUrl: address, checkout };
    return (await adapterDefinitions[provider].create(options).fetchPrice('p_1'))?.taxIncluded;
  };
  expect(await asked({ discountCodes: false, tax: true })).toBe(taxIncluded);
  // Stripe leaves the tax to the shop, the others sell in their own name.
  expect(await asked({ discountCodes: false, tax: false })).toBe(provider === 'alpha' ? null : taxIncluded);
});

const refused: Respond = (response) =>
  response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"type":"invalid_request_error"}}');
const behaves = (tax_behavior: string | null) => ({ object: 'tax.settings', defaults: { tax_behavior } });
test.each<[string, Parameters<typeof company>[0], string, boolean | null]>([
  ['exclusive', { 'GET /v1/tax/settings': behaves('exclusive') }, 'eur', false],
  ['inclusive', { 'GET /v1/tax/settings': behaves('inclusive') }, 'usd', true],
  ['inferred from US dollars', { 'GET /v1/tax/settings': behaves('inferred_by_currency') }, 'usd', false],
  ['inferred from euros', { 'GET /v1/tax/settings': behaves('inferred_by_currency') }, 'eur', true],
  ['not set', { 'GET /v1/tax/settings': behaves(null) }, 'usd', null],
  ['not for this key', { 'GET /v1/tax/settings': refused }, 'usd', null],
  ['not known', {}, 'usd', null],
])("a price of Stripe that doesn't say has the account's default: %s", async (...given) => {
  const [, settings, currency, expected] = given;
  const price = { ...licensed, id: 'p_1', currency, tax_behavior: 'unspecified' };
  const { address } = await company({ 'GET /v1/prices/p_1': price, ...settings });
  const options = { secretKey: 'sk_test_1', webhookSecrets: [], prices: [], apiUrl: address };
  const adapter = adapterDefinitions.alpha.create({ ...options, checkout: { discountCodes: false, tax: true } });
  expect((await adapter.fetchPrice('p_1'))?.taxIncluded).toBe(expected);
});

const organized = (default_tax_behavior?: string) => ({ items: [{ id: 'o_1', default_tax_behavior }] });
test.each<[string, Parameters<typeof company>[0], boolean | null]>([
  ['exclusive', { 'GET /v1/organizations/': organized('exclusive') }, false],
  ['inclusive', { 'GET /v1/organizations/': organized('inclusive') }, true],
  ['by where the buyer is', { 'GET /v1/organizations/': organized('location') }, null],
  ['not stated', { 'GET /v1/organizations/': organized() }, null],
  ['not for this token', { 'GET /v1/organizations/': refused }, null],
])("a price of Polar that doesn't say has its organization's default: %s", async (_name, settings, expected) => {
  const { address, calls } = await company({ 'GET /v1/products/p_1': priced({ tax_behavior: null }), ...settings });
  const options = { secretKey: 'sk_test_1', webhookSecrets: [], prices: [], apiUrl: address };
  expect((await adapterDefinitions.gamma.create(options).fetchPrice('p_1'))?.taxIncluded).toBe(expected);
  expect(calls).toHaveLength(2);
});

const silent = { alpha: { ...licensed, tax_behavior: 'unspecified' }, gamma: priced({ tax_behavior: null }) };
const byAccount = {
  alpha: ['GET /v1/tax/settings', behaves('exclusive')],
  gamma: ['GET /v1/organizations/', organized('exclusive')],
} as const;
test.each(['alpha', 'gamma'] as const)('%s: a run over several prices asks for the default once', async (provider) => {
  const [place, said] = byAccount[provider];
  let isAway = true;
  const { address, calls } = await company({
    [addresses[provider]]: { id: 'p_1', ...silent[provider] },
    [place]: (response, request) => (isAway ? json({}, 500) : json(said))(response, request),
  });
  const options = { secretKey: 'sk_test_1', webhookSecrets: [], prices: [], apiUrl: address };
  const adapter = adapterDefinitions[provider].create({ ...options, checkout: { discountCodes: false, tax: true } });
  const asked = () => calls.filter(({ method, path }) => place === `${method} ${path?.split('?')[0]}`).length;
  const defaults = {};
  await expect(adapter.fetchPrice('p_1', { defaults })).rejects.toThrow('500');
  isAway = false;
  for (const _ of [1, 2, 3])
    expect(await adapter.fetchPrice('p_1', { defaults })).toMatchObject({ taxIncluded: false });
  expect(asked()).toBe(2);
  expect(await adapter.fetchPrice('p_1', { defaults: {} })).toMatchObject({ taxIncluded: false });
  expect(asked()).toBe(3);
});
