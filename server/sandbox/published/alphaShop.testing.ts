import Stripe from 'stripe';
import type { TestSandbox } from '../testing.ts';

/** The shop's side of the company, with the official client. */
export interface AlphaShop {
  stripe: Stripe;
  sandbox: TestSandbox;
  /** The customer of a paid monthly subscription that no call changes. */
  customer: string;
  subscription: string;
  session: string;
  invoice: string;
  payment: string;
  charge: string;
}

export const back = 'https://shop.example/';
export const monthly = [{ price: 'price_pro_month', quantity: 1 }];

export const subscribed = [{ price: 'price_pro_month' }];

type Selling = Pick<AlphaShop, 'stripe' | 'sandbox'>;

/** A paid checkout session. */
async function sell({ stripe, sandbox }: Selling, more: Stripe.Checkout.SessionCreateParams = {}) {
  const buyer = more.customer ? {} : { customer_email: `buyer${Math.random()}@example.com` };
  const asked = { mode: 'subscription', line_items: monthly, success_url: back, ...buyer, ...more } as const;
  const { id } = await stripe.checkout.sessions.create(asked);
  await sandbox.control('POST', `checkouts/${id}/pay`);
  return stripe.checkout.sessions.retrieve(id);
}

/** A new customer's active subscription. */
export async function subscribe(shop: Selling) {
  const { subscription } = await sell(shop);
  return shop.stripe.subscriptions.retrieve(String(subscription));
}

/** The payment intent of a one-time purchase. */
export async function paid(shop: Selling): Promise<string> {
  const bought = await sell(shop, { mode: 'payment', line_items: [{ price: 'price_pro_once', quantity: 1 }] });
  return String(bought.payment_intent);
}

export async function openAlphaShop(sandbox: TestSandbox, url: string): Promise<AlphaShop> {
  const { hostname, port } = new URL(url);
  const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  const stripe = new Stripe(sandbox.options.secretKey, options);
  const session = await sell({ stripe, sandbox });
  const payment = await paid({ stripe, sandbox });
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment);
  const of = { customer: String(session.customer), subscription: String(session.subscription), session: session.id };
  return { stripe, sandbox, ...of, invoice: String(session.invoice), payment, charge: String(latest_charge) };
}

export const itemOf = ({ items }: Stripe.Subscription) => items.data[0]?.id;

export const coupon = ({ stripe }: AlphaShop) => stripe.coupons.create({ percent_off: 20, duration: 'once' });
