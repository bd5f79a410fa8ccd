import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
let stripe: Stripe;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  const { hostname, port } = new URL(sandbox.url);
  stripe = new Stripe(sandbox.options.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
afterEach(() => sandbox.close());

const successUrl = 'https://shop.example/done?id={CHECKOUT_SESSION_ID}';
const cancelUrl = 'https://shop.example/canceled';

async function openSession(
  price = 'price_pro_month',
  trialDays?: number,
  more: Stripe.Checkout.SessionCreateParams = {},
) {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
    customer_email: 'ann@example.com',
    subscription_data: { metadata: { userId: 'ann' }, ...(trialDays ? { trial_period_days: trialDays } : {}) },
    ...more,
  });
  if (!session.url) throw new Error('An open session has an address');
  return { id: session.id, url: session.url };
}

function submit(url: string, fields: Record<string, string>) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

const card = { email: 'ann@example.com', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

describe('the hosted checkout', () => {
  test('shows the product, its price, and the link back', async () => {
    const { url } = await openSession('price_pro_month', 14);
    const page = await (await fetch(url)).text();
    expect(page).toContain('Subscribe to Pro');
    expect(page).toContain('14 days free');
    expect(page).toContain('$9.90');
    expect(page).toContain(`href="${cancelUrl}"`);
    expect(page).toContain('Sandbox: no real money.');
    expect(page).not.toContain('<script');
  });

  test('accepts a code and a tax id if the seller allows it, and shows the amount due', async () => {
    await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'once' });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'half' }, code: 'HALF' });
    const { id, url } = await openSession('price_pro_month', undefined, {
      allow_promotion_codes: true,
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
    });
    const wrong = await submit(url, { ...card, code: 'NONE' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('This code is not valid.')]);
    const applied = await submit(url, { ...card, code: 'half', apply: 'code' });
    expect([applied.status, await applied.text()]).toEqual([200, expect.stringContaining('−$4.95')]);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    expect((await submit(url, { ...card, code: 'half', taxId: 'DE123456789' })).status).toBe(303);
    const session = await stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({
      amount_total: 495,
      automatic_tax: { enabled: true, status: 'complete' },
      customer_details: { tax_ids: [{ value: 'DE123456789' }] },
      tax_id_collection: { enabled: true },
      total_details: { amount_discount: 495 },
    });
  });

  test('a seller that may not update the customer gets neither its tax nor its tax id', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'tax@example.com' });
    const known = { customer, customer_email: undefined };
    const tax = { automatic_tax: { enabled: true } };
    const asked = { tax_id_collection: { enabled: true } };
    const written = { customer_update: { address: 'auto', name: 'auto' } } as const;
    await expect(openSession('price_pro_month', undefined, { ...known, ...tax })).rejects.toThrow('customer_update');
    await expect(openSession('price_pro_month', undefined, { ...known, ...asked })).rejects.toThrow('customer_update');
    await expect(openSession('price_pro_month', undefined, written)).rejects.toThrow('`customer`');
    await openSession('price_pro_month', undefined, { ...known, ...tax, ...asked, ...written });
  });

  test('a valid card leads back with the session id, and the webhooks are sent', async () => {
    const { id, url } = await openSession();
    const answer = await submit(url, card);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`https://shop.example/done?id=${id}`);
    await sandbox.settle();
    expect(sandbox.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'customer.created',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  test('a declined card stays on the page, charges nothing, and another one can be tried', async () => {
    const { url } = await openSession();
    const declined = await submit(url, { ...card, number: '4000000000000002' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined');
    expect((await sandbox.truth()).subscriptions).toEqual([]);
    expect((await submit(url, card)).status).toBe(303);
  });

  test('a number that is not a test card is declined, and the page says why', async () => {
    const { url } = await openSession();
    const declined = await submit(url, { ...card, number: '4111111111111111' });
    expect(await declined.text()).toContain('only the test cards below work');
  });

  test.each([
    ['a wrong check digit', { number: '4242424242424241' }, 'number-problem'],
    ['an expiry in the past', { expiry: '01/20' }, 'expiry-problem'],
    ['a thirteenth month', { expiry: '13/30' }, 'expiry-problem'],
    ['a short security code', { cvc: '1' }, 'cvc-problem'],
    ['no e-mail address', { email: 'ann' }, 'email-problem'],
  ])('%s is reported beside its field', async (_case, wrong, problem) => {
    const { url } = await openSession();
    const answer = await submit(url, { ...card, ...wrong });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`id="${problem}"`);
  });

  test('authentication: failing allows another attempt, completing pays', async () => {
    const { url } = await openSession();
    const asked = await submit(url, { ...card, number: '4000002500003155' });
    expect(asked.headers.get('location')).toMatch(/\/authenticate$/);
    expect((await submit(`${url}/authenticate`, { answer: 'fail' })).status).toBe(402);
    await submit(url, { ...card, number: '4000002500003155' });
    expect((await submit(`${url}/authenticate`, { answer: 'complete' })).status).toBe(303);
    expect((await sandbox.truth()).subscriptions).toMatchObject([{ status: 'active' }]);
  });

  test('a test card fills the form and keeps what was typed', async () => {
    const { url } = await openSession();
    const page = await (await submit(url, { ...card, email: 'typed@example.com', fill: '5555555555554444' })).text();
    expect(page).toContain('value="5555555555554444"');
    expect(page).toContain('value="typed@example.com"');
  });

  test('paying twice charges once; a paid and an expired session say so', async () => {
    const paid = await openSession();
    await submit(paid.url, card);
    expect(await (await submit(paid.url, card)).text()).toContain('already paid');
    expect((await sandbox.truth()).subscriptions).toHaveLength(1);
    const expired = await openSession();
    await stripe.checkout.sessions.expire(expired.id);
    expect(await (await fetch(expired.url)).text()).toContain('has expired');
  });

  test("an unknown token gets 404, and the seller's texts are escaped", async () => {
    expect((await fetch(`${sandbox.url}/pay/nothing`)).status).toBe(404);
    const { url } = await openSession();
    const page = await (await submit(url, { ...card, email: '"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script');
  });
});
