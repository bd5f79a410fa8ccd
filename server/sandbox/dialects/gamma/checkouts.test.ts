import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxPrice } from '../../options.ts';
import { type TestSandbox, testPrices } from '../../testing.ts';
import { buy, call, open, problemOf, someone, startGamma } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startGamma();
});
afterAll(() => sandbox.close());

const UNKNOWN = '11111111-1111-4111-8111-111111111111';

const refused = (request: string, body?: object) => problemOf(sandbox, request, body);

describe('checkouts', () => {
  test('are created open and can be read', async () => {
    const created = await open(sandbox, { ...someone(), seats: 4 });
    expect(created).toMatchObject({
      status: 'open',
      seats: 4,
      amount: 3960,
      currency: 'usd',
      allow_trial: true,
      customer_id: null,
      return_url: 'https://shop.example/back',
      subscription_id: null,
      metadata: { userId: 'ann' },
    });
    expect(String(created.url)).toContain(`${sandbox.url}/pay/`);
    expect(await call(sandbox, `GET /v1/checkouts/${String(created.id)}`)).toMatchObject({
      status: 200,
      json: created,
    });
  });

  test('paid on the hosted page: redirected to the success address with the id; "Back" is the return address', async () => {
    const { id, url } = await open(sandbox, someone());
    expect(await (await fetch(String(url))).text()).toContain('href="https://shop.example/back"');
    const body = new URLSearchParams({
      email: 'page@example.com',
      number: '4242 4242 4242 4242',
      expiry: '12 / 34',
      cvc: '123',
    });
    const answer = await fetch(String(url), { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`https://shop.example/done?id=${String(id)}`);
  });

  test('expire', async () => {
    const { id } = await open(sandbox, someone());
    await sandbox.control('POST', 'clock', { seconds: 3_601 });
    expect((await call(sandbox, `GET /v1/checkouts/${String(id)}`)).json.status).toBe('expired');
  });

  test.each([
    [{ trial_interval: 'week', trial_interval_count: 2 }, 14],
    [{ trial_interval: 'day', trial_interval_count: 9 }, 9],
    [{ allow_trial: false, trial_interval: 'day', trial_interval_count: 9 }, null],
    [{ products: ['price_pro_once'], trial_interval: 'day', trial_interval_count: 9 }, null],
  ])('trial %j lasts %s days', async (trial, days) => {
    const { checkout } = await buy(sandbox, { ...someone(), ...trial });
    const { json } = await call(sandbox, `GET /v1/subscriptions/${String(checkout.subscription_id ?? UNKNOWN)}`);
    const length = Date.parse(String(json.trial_end)) - Date.parse(String(json.trial_start));
    expect(Number.isNaN(length) ? null : length / 86_400_000).toBe(days);
  });

  test.each<[object, string, (string | number)[]]>([
    [{ products: ['unknown'] }, 'value_error', ['body', 'products', 0]],
    [{ products: [] }, 'missing', ['body', 'products']],
    [{ products: [7] }, 'string_type', ['body', 'products']],
    [{ customer_id: UNKNOWN }, 'value_error', ['body', 'customer_id']],
    [{ customer_id: 'cus_1' }, 'uuid_parsing', ['body', 'customer_id']],
    [{ seats: 0 }, 'greater_than_equal', ['body', 'seats']],
    [{ seats: 10_001 }, 'less_than_equal', ['body', 'seats']],
    [{ seats: 1.5 }, 'int_parsing', ['body', 'seats']],
    [{ success_url: '/relative' }, 'url_parsing', ['body', 'success_url']],
    [{ return_url: 'javascript:alert(1)' }, 'url_parsing', ['body', 'return_url']],
    [{ allow_trial: 'perhaps' }, 'bool_parsing', ['body', 'allow_trial']],
    [{ trial_interval: 'decade', trial_interval_count: 1 }, 'enum', ['body', 'trial_interval']],
    [{ trial_interval: 'day' }, 'value_error', ['body']],
    [{ metadata: { plan: null } }, 'value_error', ['body', 'metadata', 'plan']],
    [{ metadata: { long: 'x'.repeat(501) } }, 'value_error', ['body', 'metadata', 'long']],
    [{ metadata: [] }, 'dict_type', ['body', 'metadata']],
  ])('%j is refused', async (fields, type, loc) => {
    const body = { products: ['price_pro_month'], ...fields };
    expect(await refused('POST /v1/checkouts/', body)).toMatchObject({ type, loc });
  });
});

test('seats are sold only at seat-based prices', async () => {
  const [, pro] = testPrices as [SandboxPrice, SandboxPrice];
  const shop = await startGamma({
    prices: [
      { ...pro, id: 'price_seats', perSeat: true },
      { ...pro, id: 'price_fixed', perSeat: false },
    ],
  });
  try {
    const { json: bySeats } = await call(shop, 'GET /v1/products/price_seats');
    const seat_tiers = { tiers: [{ min_seats: 1, max_seats: null, price_per_seat: 990 }] };
    expect(bySeats).toMatchObject({ prices: [{ amount_type: 'seat_based', seat_tiers }] });
    const { json: fixed } = await call(shop, 'GET /v1/products/price_fixed');
    expect(fixed).toMatchObject({ prices: [{ amount_type: 'fixed', price_amount: 990 }] });
    expect(await open(shop, { products: ['price_seats'], seats: 3 })).toMatchObject({ seats: 3, amount: 2_970 });
    await expect(open(shop, { products: ['price_fixed'], seats: 3 })).rejects.toThrow(/^422 .*seat-based pricing/);
    expect(await open(shop, { products: ['price_fixed'] })).toMatchObject({ seats: null, amount: 990 });
  } finally {
    await shop.close();
  }
});

describe('with the setting of one subscription per customer', () => {
  test('a second checkout of the same buyer is refused, found by the address', async () => {
    const buyer = someone();
    await buy(sandbox, buyer);
    await sandbox.control('POST', 'switches', { oneSubscription: true });
    const second = await open(sandbox, { ...buyer, external_customer_id: undefined });
    await expect(sandbox.control('POST', `checkouts/${second.id}/pay`)).rejects.toThrow('already have an active');
    const patched = await call(sandbox, `PATCH /v1/checkouts/${second.id}`, { metadata: { a: 'b' } });
    expect(patched).toMatchObject({ status: 403, json: { error: 'AlreadyActiveSubscriptionError' } });
    await sandbox.control('POST', 'switches', { oneSubscription: false });
    await sandbox.control('POST', `checkouts/${second.id}/pay`);
  });
});
