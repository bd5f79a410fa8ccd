import { SANDBOX_KEY, type SandboxedApp } from '../app/sandboxedApp.ts';

interface Sale {
  plan: string;
  interval?: string;
  email?: string;
  metadata?: Record<string, string>;
  /** The reference in a payment link's address. */
  reference?: string;
}

type Call = [path: string, headers: Record<string, string>, body: string];

const json = (value: object) => JSON.stringify(value);
const JSON_TYPE = { 'content-type': 'application/json' };

const calls: Record<string, (priceId: string, sale: Sale) => Call> = {
  alpha: (price, { interval, email, metadata = {}, reference }) => {
    const mode = interval === 'one_time' ? 'payment' : 'subscription';
    const form = new URLSearchParams({ mode, 'line_items[0][price]': price, 'line_items[0][quantity]': '1' });
    form.set('success_url', 'http://localhost/');
    if (email) form.set('customer_email', email);
    if (reference) form.set('client_reference_id', reference);
    for (const [name, value] of Object.entries(metadata)) {
      form.set(`metadata[${name}]`, value);
      if (mode === 'subscription') form.set(`subscription_data[metadata][${name}]`, value);
    }
    const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
    return ['/v1/checkout/sessions', headers, form.toString()];
  },
  beta: (product_id, { email, metadata = {}, reference }) => [
    '/v1/checkouts',
    { ...JSON_TYPE, 'x-api-key': SANDBOX_KEY },
    json({ product_id, metadata, request_id: reference, ...(email ? { customer: { email } } : {}) }),
  ],
  gamma: (product, { email, metadata = {}, reference }) => [
    '/v1/checkouts/',
    { ...JSON_TYPE, authorization: `Bearer ${SANDBOX_KEY}` },
    json({
      products: [product],
      customer_email: email,
      allow_trial: false,
      metadata: { ...metadata, ...(reference ? { reference_id: reference } : {}) },
    }),
  ],
};

/** Starts a checkout with the provider's own API, as its dashboard or a payment link does. Resolves to its id. */
export async function companyCheckout(app: SandboxedApp, sale: Sale): Promise<string> {
  const { settings, billing } = app.deps;
  const { provider } = billing.adapter;
  const { interval = 'month', plan } = sale;
  const price = settings.providers[settings.provider].prices.find(
    (each) => each.plan === plan && each.interval === interval,
  );
  const [path, headers, body] = calls[provider]?.(price?.id ?? '', { ...sale, interval }) ?? ['', {}, ''];
  const response = await fetch(app.sandboxUrl + path, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`The provider answered ${response.status}`);
  return id;
}

/** Buys at the provider without the service, which only gets the webhooks. Resolves when they are delivered. */
export async function companyPurchase(app: SandboxedApp, sale: Sale & { email: string }): Promise<void> {
  await app.pay(await companyCheckout(app, sale), { email: sale.email });
}
