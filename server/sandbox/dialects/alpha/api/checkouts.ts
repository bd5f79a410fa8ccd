import { createCheckout, expireCheckout, type NewCheckout } from '../../../core/checkout.ts';
import type { Company } from '../../../core/company.ts';
import { usableCoupon } from '../../../core/discounts.ts';
import { checkout, lineItems } from '../objects/checkout.ts';
import type { Call, Route } from './call.ts';
import { soldAt } from './catalogue.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';
import type { Parameters } from './parameters.ts';

const MAX_REFERENCE = 200;

const known = [
  ...['mode', 'line_items', 'success_url', 'cancel_url', 'client_reference_id', 'customer', 'customer_email'],
  ...['metadata', 'subscription_data', 'payment_intent_data', 'allow_promotion_codes', 'customer_creation'],
  ...['expires_at', 'locale', 'payment_method_collection', 'customer_update', 'billing_address_collection'],
  ...['automatic_tax', 'invoice_creation', 'submit_type', 'phone_number_collection', 'tax_id_collection'],
  ...['custom_text', 'discounts', 'ui_mode', 'payment_method_types'],
];

export const checkoutRoutes: Route[] = [
  ['post', '/v1/checkout/sessions', create],
  ['get', '/v1/checkout/sessions', listSessions],
  ['get', '/v1/checkout/sessions/:id', ({ company, id }) => checkout(company, find(company, id))],
  ['get', '/v1/checkout/sessions/:id/line_items', ({ company, id }) => lineItems(company, find(company, id))],
  ['post', '/v1/checkout/sessions/:id/expire', expire],
];

function create({ company, given }: Call): object {
  given.only(...known);
  const mode = given.oneOf('mode', ['payment', 'subscription']);
  if (!mode) throw invalid('Missing required param: mode.', 'mode', 'parameter_missing');
  refuseOtherPages(given);
  const item = readItem(company, given, mode);
  const reference = given.text('client_reference_id') ?? null;
  if (reference && reference.length > MAX_REFERENCE) throw invalid('Invalid string: too long', 'client_reference_id');
  const input: NewCheckout = {
    ...item,
    ...readBuyer(given, mode),
    ...readModeData(given, mode),
    couponId: readDiscount(company, given),
    takes: { codes: given.flag('allow_promotion_codes') ?? false, taxId: readTax(given) },
    reference,
    metadata: given.metadata(),
    successUrl: given.address('success_url') ?? given.required('success_url'),
    cancelUrl: given.address('cancel_url') ?? null,
  };
  const expiresAt = given.integer('expires_at', { min: 0 });
  return checkout(company, createCheckout(company, expiresAt ? { ...input, expiresAt: expiresAt * 1000 } : input));
}

function readItem(company: Company, given: Parameters, mode: string): { priceId: string; quantity: number } {
  const [item, ...more] = given.items('line_items');
  if (!item) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (more.length > 0) throw invalid('The sandbox sells one line item at a time.', 'line_items');
  item.only('price', 'quantity', 'adjustable_quantity');
  const priceId = item.required('price');
  const recurring = soldAt(company, priceId).interval !== 'one_time';
  if (mode === 'payment' && recurring) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Use `subscription` mode instead.',
      'mode',
    );
  }
  if (mode === 'subscription' && !recurring) {
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'mode');
  }
  return { priceId, quantity: item.integer('quantity', { min: 1 }) ?? 1 };
}

function readBuyer(given: Parameters, mode: string): Partial<NewCheckout> {
  const customerId = given.text('customer') ?? null;
  const email = given.text('customer_email') ?? null;
  const customerCreation = given.oneOf('customer_creation', ['always', 'if_required']);
  if (customerId && email) throw invalid('You may only specify one of these parameters: customer, customer_email.');
  if (customerCreation && mode !== 'payment') {
    throw invalid('`customer_creation` can only be used in `payment` mode.', 'customer_creation');
  }
  const guest = mode === 'payment' && customerCreation !== 'always';
  const automaticTax = given.hash('automatic_tax').flag('enabled') ?? false;
  const allowPromotionCodes = given.flag('allow_promotion_codes') ?? null;
  return {
    customerId,
    email,
    extra: { customerEmail: email, customerCreation, guest, allowPromotionCodes, automaticTax },
  };
}

/**
 * Whether the checkout asks for a tax id. Stripe refuses automatic tax for a customer whose address it may not update.
 */
function readTax(given: Parameters): boolean {
  const update = given.hash('customer_update').only('address', 'name', 'shipping');
  if (given.has('customer_update') && !given.has('customer'))
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update');
  const mayWrite = (name: string) => !given.has('customer') || update.oneOf(name, ['auto', 'never']) === 'auto';
  if (given.hash('automatic_tax').flag('enabled') && !mayWrite('address'))
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer: set 'customer_update[address]' to 'auto'.",
      'automatic_tax',
    );
  const asks = given.hash('tax_id_collection').flag('enabled') ?? false;
  if (asks && !mayWrite('name'))
    throw invalid(
      'Tax ID collection requires updating the business name of the Customer: set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    );
  return asks;
}

function readModeData(given: Parameters, mode: string): Partial<NewCheckout> {
  const wrong = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (given.has(wrong)) throw invalid(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, wrong);
  const data = given.hash('subscription_data');
  data.only('trial_period_days', 'metadata', 'description', 'trial_settings', 'billing_mode', 'proration_behavior');
  const bare = given.oneOf('payment_method_collection', ['always', 'if_required']) === 'if_required';
  const end = data.hash('trial_settings').hash('end_behavior');
  const withoutCard = end.oneOf('missing_payment_method', ['create_invoice', 'cancel', 'pause']) ?? 'create_invoice';
  return {
    ...(bare && mode === 'subscription' ? { withoutCard } : {}),
    trialDays: data.integer('trial_period_days', { min: 1, max: 730 }) ?? 0,
    subscriptionMetadata: data.metadata(),
    paymentMetadata: readPaymentData(given).metadata(),
  };
}

/** A payment is captured at once: it can't be held back. */
function readPaymentData(given: Parameters): Parameters {
  const data = given.hash('payment_intent_data');
  data.only('metadata', 'description', 'capture_method', 'receipt_email', 'setup_future_usage', 'statement_descriptor');
  if (data.text('capture_method') === 'manual')
    throw invalid('The sandbox captures every payment at once.', 'payment_intent_data[capture_method]');
  data.oneOf('capture_method', ['automatic', 'automatic_async']);
  return data;
}

/** Cards, on the company's own page: other values would be another checkout. */
function refuseOtherPages(given: Parameters): void {
  given.oneOf('ui_mode', ['hosted', 'hosted_page']);
  const other = given.texts('payment_method_types').find((type) => type !== 'card');
  if (other) throw invalid(`The sandbox sells by card: not by ${other}.`, 'payment_method_types');
}

/** Accepts a coupon, or an active promotion code. */
function readDiscount(company: Company, given: Parameters): string | null {
  const [discount, ...more] = given.items('discounts');
  if (!discount) return null;
  if (more.length > 0) throw invalid('The sandbox applies one discount.', 'discounts');
  if (given.flag('allow_promotion_codes')) {
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.');
  }
  discount.only('coupon', 'promotion_code');
  const codeId = discount.text('promotion_code');
  const byCode = company.store.all('coupons').find((each) => each.code !== null && each.codeId === codeId);
  if (codeId && !byCode?.active) throw missing('promotion code', codeId, 'discounts[0][promotion_code]');
  return byCode?.id ?? usableCoupon(company, discount.required('coupon')).id;
}

function listSessions({ company, given }: Call): object {
  const found = company.store.all('checkouts').map((each) => checkout(company, each));
  const by = ['customer', 'payment_intent', 'status', 'subscription'];
  return page(found, given, { url: '/v1/checkout/sessions', by });
}

function find(company: Company, id: string) {
  const found = company.store.get('checkouts', id);
  if (!found) throw missing('checkout.session', id, 'session');
  return found;
}

function expire({ company, id }: Call): object {
  const { status } = find(company, id);
  if (status !== 'open') {
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`);
  }
  return checkout(company, expireCheckout(company, id));
}
